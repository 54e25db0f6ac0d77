// The watch checks every station on air again and again, so that the operator learns of a silent one before
// its owner does. claim-stations.ts chooses stations, this file checks them, save-findings.ts decides when a
// trouble counts, troubles.ts lists troubles and mails them to the operator, and notify-members.ts mails members.
import { performance } from 'node:perf_hooks';
import type { Knex } from 'knex';
import { UNKNOWN_TITLE } from '../../../contract/stations/values.ts';
import type { Broadcast } from '../../broadcast/broadcast.ts';
import { job } from '../../jobs/job.ts';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import type { Logger } from '../../process/log.ts';
import type { NowPlayingReader } from '../../tracks/now-playing.ts';
import { ownAddress } from '../../tracks/own-address.ts';
import { hearStream } from '../checks/hear-stream.ts';
import { claimStations, releaseTurn, type Turn } from './claim-stations.ts';
import { saveFindings, type Findings } from './save-findings.ts';
import { notifyMembers } from './notify-members.ts';
import { notifyTroubles } from './troubles.ts';

/** Settings of a run. A job that takes more than 90 s fails (jobs/task-list). */
export interface WatchSettings {
  /** How long to listen to each station. */
  seconds: number;
  /** Stations at a time: in all, and of one host. */
  lanes: number;
  lanesPerHost: number;
  /** Stations per run: in all, and of one host. */
  most: number;
  perHost: number;
  /** No check starts later than this, in ms: one takes at most 20 s. */
  beginWithinMs: number;
}

/** Lanes for other hosts than the one with the most stations. */
const OTHER_LANES = 6;

/** Stations that a lane checks in a run: a check takes little more than `seconds`. The first number leaves room. */
const CHECKS = { perHost: 12, inAll: 15 };

/** The settings for so many connections at a time to one host. */
function settingsFor(lanesPerHost: number): WatchSettings {
  const lanes = lanesPerHost + OTHER_LANES;
  return {
    seconds: 3,
    lanes,
    lanesPerHost,
    most: lanes * CHECKS.inAll,
    perHost: lanesPerHost * CHECKS.perHost,
    beginWithinMs: 45_000,
  };
}

/** If 80 % of at least five stations are silent, the cause is likely our own connection. */
const OWN_LINE_STATIONS = 5;
const OWN_LINE_PART = 0.8;

/** Outside streams of a run. */
interface Tally {
  listened: number;
  unheard: number;
}

export const WATCH_STATIONS = job({
  name: 'watch_stations',
  schedule: '* * * * *',
  run: (deps: WatchDeps & { watchPerHost: number }) =>
    watchStations(deps, settingsFor(deps.watchPerHost)),
});

/** Checks the stations that are due, and queues mails about new troubles. */
export async function watchStations(deps: WatchDeps, settings: WatchSettings): Promise<void> {
  const began = performance.now();
  const turns = await claimStations(deps.db, settings);
  const queues = byHost(turns, settings.lanesPerHost);
  const tally: Tally = { listened: 0, unheard: 0 };

  async function workLane(): Promise<void> {
    for (let queue = queues.shift(); queue; queue = queues.shift()) {
      for (let turn = queue.shift(); turn; turn = queue.shift()) {
        if (performance.now() - began > settings.beginWithinMs) await releaseTurn(deps.db, turn);
        else await takeTurn(deps, turn, settings.seconds, tally);
      }
    }
  }
  await Promise.all(Array.from({ length: settings.lanes }, workLane));

  const { listened, unheard } = tally;
  const isOwnLine = listened >= OWN_LINE_STATIONS && unheard >= listened * OWN_LINE_PART;
  await notifyTroubles(deps.db, isOwnLine);
  const stations = turns.map(({ station_id }) => station_id);
  await notifyMembers(deps.db, { stations, isOwnLine, publicUrl: deps.publicUrl });
  if (turns.length > 0) deps.log.info({ stations: turns.length, unheard }, 'stations were watched');
}

async function takeTurn(deps: WatchDeps, turn: Turn, seconds: number, tally: Tally): Promise<void> {
  const findings = await watchStation(deps, turn, seconds);
  if (findings.isHeard !== null) tally.listened += 1;
  if (findings.isHeard === false) tally.unheard += 1;
  await saveFindings(deps.db, turn, findings);
}

/** Splits the turns into queues, at most `perHost` for each host. Each queue runs in sequence. */
function byHost(turns: Turn[], perHost: number): Turn[][] {
  const queues = new Map<string, Turn[]>();
  const count = new Map<string, number>();
  for (const turn of turns) {
    const before = count.get(turn.host) ?? 0;
    count.set(turn.host, before + 1);
    const name = `${turn.host} ${before % perHost}`;
    queues.set(name, [...(queues.get(name) ?? []), turn]);
  }
  return [...queues.values()];
}

export interface WatchDeps {
  db: Knex;
  guardedFetch: GuardedFetch;
  broadcast: Broadcast;
  nowPlaying: NowPlayingReader;
  publicUrl: string;
  log: Logger;
}

/**
 * Checks a station as a listener would: first its stream, then its tracks, so that a host with both gets
 * one request at a time.
 */
export async function watchStation(
  deps: WatchDeps,
  station: Turn,
  seconds: number,
): Promise<Findings> {
  const { troubles, isHeard } = await hear(deps, station, seconds);
  // The same reader as the players', so that it adds no requests to the track sources.
  const { now_playing } = await deps.nowPlaying.read({ ...station, id: station.station_id });
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
  // A station without an address plays the demo stream.
  if (address === '') return { troubles: {}, isHeard: null };
  const heard = await hearStream(deps, address, { seconds });
  const isHeard = ownAddress(address, deps.publicUrl) ? null : heard.ok;
  if (!heard.ok) return { troubles: { silent: heard.message }, isHeard };
  const silent = 'It plays nothing but silence.';
  const slow = 'It arrives more slowly than it plays: listeners hear gaps.';
  if (heard.is_silent) return { troubles: { silent }, isHeard };
  return { troubles: heard.is_slow ? { slow } : {}, isHeard };
}
