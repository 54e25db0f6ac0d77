import { UNKNOWN_TITLE } from '../../../contract/limits.ts';
import type { Trouble } from '../../../contract/admin.ts';
import type { Broadcast } from '../../broadcast/broadcast.ts';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import type { NowPlayingReader } from '../../tracks/now-playing.ts';
import { hearStream } from '../checks/hear-stream.ts';
import { ownAddress } from '../../tracks/own-address.ts';
import type { Turn } from './claim-stations.ts';

/** What one turn has found of a station. */
export interface Findings {
  /** What is wrong, in words for people. */
  troubles: Partial<Record<Exclude<Trouble, 'stuck'>, string>>;
  /** Whether its stream's server gave any sound; null: it is our own. */
  isHeard: boolean | null;
  /** What it plays, to be told apart from what it plays at another time; null: nobody can tell. */
  title: string | null;
}

export interface WatchDeps {
  guardedFetch: GuardedFetch;
  broadcast: Broadcast;
  nowPlaying: NowPlayingReader;
  publicUrl: string;
}

/**
 * Listens to a station as its listeners do: first its stream, then its tracks, so that a host which has both
 * is asked for one at a time.
 */
export async function watchStation(
  deps: WatchDeps,
  station: Turn,
  seconds: number,
): Promise<Findings> {
  const { troubles, isHeard } = await hear(deps, station, seconds);
  // The tracks' own reader: their sources are asked no more often than the players have them asked.
  const { now_playing } = await deps.nowPlaying.read(station);
  if (now_playing.stale) troubles.untitled = 'The address of a track can’t be read.';
  const { current } = now_playing;
  const isKnown = current !== null && current.title !== UNKNOWN_TITLE;
  return { troubles, isHeard, title: isKnown ? `${current.title} by ${current.artist}` : null };
}

async function hear(
  deps: WatchDeps,
  { stream_url }: Turn,
  seconds: number,
): Promise<Pick<Findings, 'troubles' | 'isHeard'>> {
  const address = stream_url?.trim() ?? '';
  // Without one it plays the demo's.
  if (address === '') return { troubles: {}, isHeard: null };
  const heard = await hearStream(deps, address, { seconds });
  const isHeard = ownAddress(address, deps.publicUrl) ? null : heard.ok;
  if (!heard.ok) return { troubles: { silent: heard.message }, isHeard };
  const silent = 'It plays nothing but silence.';
  const slow = 'It comes more slowly than it plays: listeners hear gaps.';
  if (heard.is_silent) return { troubles: { silent }, isHeard };
  return { troubles: heard.is_slow ? { slow } : {}, isHeard };
}
