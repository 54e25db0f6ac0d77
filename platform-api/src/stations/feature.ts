import type { Knex } from 'knex';
import type { SessionWatch } from '../accounts/session-watch.ts';
import type { Feature } from '../feature.ts';
import type { EventStreams } from '../http/sse.ts';
import type { Logger } from '../process/log.ts';
import type { NowPlayingReader } from '../tracks/now-playing.ts';
import { createLiveStations, type LiveStations } from './live-stations.ts';
import { createMyLiveStations, type ListenerCounts } from './my-live-stations.ts';
import { myStationRoutes } from './my-routes.ts';
import { playerEmbedRoutes, stationRoutes } from './routes.ts';

/** The stations, and their live events. `stations` are those on air, in memory. */
export function stationsFeature(services: {
  db: Knex;
  nowPlaying: NowPlayingReader;
  /** Calls back with the slug of a station whose programme has changed. */
  onAir: { onChange(act: (slug: string) => void): void };
  listeners: ListenerCounts;
  sessionWatch: SessionWatch;
  eventStreams: EventStreams;
  /** The slug or public id in what a site's owner has written. */
  named: (text: string) => string;
  publicUrl: string;
  waitsForApproval: boolean;
  now: () => number;
  log: Logger;
}): Feature & { stations: LiveStations } {
  const stations = createLiveStations(services);
  const myStations = createMyLiveStations({ ...services, stations });
  const deps = { ...services, stations, myStations };
  services.onAir.onChange(stations.changed);
  return {
    routers: (mountCall) => [
      stationRoutes(mountCall, deps),
      myStationRoutes(mountCall, deps),
      playerEmbedRoutes(deps),
    ],
    channels: { station_changed: stations.changed, my_station_changed: myStations.changed },
    onListening() {
      stations.allChanged();
      myStations.allChanged();
    },
    close() {
      stations.close();
      myStations.close();
    },
    stations,
  };
}
