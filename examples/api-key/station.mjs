// Prints the state of your station, signed in with an API key:
//
//   STATIONHOUSE_KEY=shk_… node examples/api-key/station.mjs
//
// The key needs the scope `read`. STATIONHOUSE_URL is the server's address.
import { createClient, RequestFailed } from '@stationhouse/sdk/client';

const { STATIONHOUSE_KEY: apiKey, STATIONHOUSE_URL: url = 'http://localhost:8000' } = process.env;
if (!apiKey) {
  console.error('Set STATIONHOUSE_KEY to an API key of yours.');
  process.exit(2);
}

const client = createClient({ url, apiKey });
try {
  const station = await client.me.station.get();
  console.log(`${station.station_name} is ${station.status}.`);
  console.log(station.station_url);
  if (station.status === 'active') {
    const { current } = await client.stations.nowPlaying(station.station_slug);
    console.log(current ? `Now: ${current.title}, ${current.artist}` : 'Nothing is playing.');
  }
} catch (error) {
  // Branch on the code; show the message.
  if (!(error instanceof RequestFailed)) throw error;
  console.error(error.code === 'no_station' ? 'There is no station yet.' : error.message);
  process.exitCode = 1;
}
