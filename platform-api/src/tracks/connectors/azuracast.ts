import {
  chosenStream,
  isRecord,
  recordsOf,
  secondsOf,
  textOf,
  titleAndArtist,
} from './read-fields.ts';
import type { Connector, RawTrack } from './track-set.ts';

/**
 * AzuraCast's now-playing: `/api/nowplaying/{station}` and its static twin. `/api/nowplaying` lists
 * every station of the server: the fragment selects one by short code or id (`…/api/nowplaying#cafe`).
 * Without a fragment, the first station on air is used.
 * Shape: AzuraCast/AzuraCast, backend/src/Entity/Api/NowPlaying.
 */
export const readAzuraCast: Connector = (document, slotUrl) => {
  const station = Array.isArray(document) ? chooseStation(document, slotUrl) : ofEvent(document);
  if (!isStation(station)) return null;
  const current = readEntry(station.now_playing);
  return {
    previous: readEntry(recordsOf(station.song_history)[0]),
    current: current && withStreamer(current, station.live),
    next: readEntry(station.playing_next),
  };
};

/**
 * The station in an event of `/api/live/nowplaying/sse`: the first event has the last state of each channel, the others
 * one state. Source: azuracast.com, docs/developers/now-playing-data.
 */
function ofEvent(document: unknown): unknown {
  if (!isRecord(document)) return document;
  const { connect, pub } = document;
  const channels = isRecord(connect) && isRecord(connect.subs) ? Object.values(connect.subs) : [];
  const publications = channels.flatMap((each) =>
    isRecord(each) ? recordsOf(each.publications) : [],
  );
  const [first] = publications.length > 0 ? publications.slice(-1) : [pub];
  return isRecord(first) && isRecord(first.data) ? (first.data.np ?? document) : document;
}

function isStation(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && 'now_playing' in value && 'song_history' in value;
}

function chooseStation(list: unknown[], slotUrl: URL): unknown {
  const stations = list.filter(isStation);
  const name = chosenStream(slotUrl, 'station');
  if (name === undefined)
    return stations.find(({ is_online }) => is_online === true) ?? stations[0];
  return stations.find(
    ({ station }) =>
      isRecord(station) && (station.shortcode === name || String(station.id) === name),
  );
}

/** Gives the streamer's name as the title while a person is live and sends no title. */
function withStreamer(track: RawTrack, live: unknown): RawTrack {
  if (track.title?.trim() || !isRecord(live) || live.is_live !== true) return track;
  return { ...track, title: textOf(live.streamer_name) };
}

function readEntry(entry: unknown): RawTrack | null {
  if (!isRecord(entry) || !isRecord(entry.song)) return null;
  const { song } = entry;
  return {
    ...titleAndArtist(textOf(song.title) || textOf(song.text), textOf(song.artist)),
    album: textOf(song.album),
    cover: textOf(song.art),
    started_at: secondsOf(entry.played_at),
  };
}
