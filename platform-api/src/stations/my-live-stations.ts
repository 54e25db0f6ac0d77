import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Knex } from 'knex';
import { MEMBER_STREAMS } from '../../contract/limits.ts';
import { Station } from '../../contract/stations.ts';
import { batchByKey } from '../db/batch-by-key.ts';
import { AppError } from '../errors.ts';
import type { EventStreams } from '../http/event-streams.ts';
import { prepare, StateEvents, type Answer } from '../http/state-events.ts';
import type { Logger } from '../log.ts';
import type { LiveStations } from './live-stations.ts';
import { presentMyStation } from './present-station.ts';
import { RadioStation } from './station.ts';

/** What could not be read is asked for again after this long, in ms. */
const RETRY_MS = 2_000;

/** Tracks are looked at again no sooner than this, in ms: what memory has may be old by now. */
const MIN_WAIT_MS = 1_000;

/** The stations whose owners look at them just now, each told to its owner alone. */
export interface MyLiveStations {
  /**
   * Answers `GET /v1/me/station/events`.
   * @param from who asks, and the address that is counted
   * @throws `too_many_streams`
   */
  openEvents(
    from: { user_id: string; address: string },
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void>;
  /** What a change of their station, on any replica, leads to. */
  changed(userId: string): void;
  /** Changes may have been missed: everything that is looked at is read again. */
  allChanged(): void;
  close(): void;
}

/** One member who looks. */
interface Follower {
  user_id: string;
  /** Open streams, and those about to open. */
  streams: number;
  events: StateEvents;
  reading: Promise<void> | undefined;
  /** The row changed while it was being read: what was read may be the old one. */
  changedMeanwhile: boolean;
  /** When the tracks may be others, in epoch ms; null: there are none. */
  freshUntil: number | null;
  timer: NodeJS.Timeout | undefined;
}

/** The time of the last write is no news: it says the same of a change that the owner can't see. */
function prepareStation(station: Station | null): Answer {
  if (!station) return prepare(null);
  const { updated_at: _, ...meaning } = station;
  return prepare(station, meaning);
}

export function createMyLiveStations(deps: {
  db: Knex;
  stations: LiveStations;
  eventStreams: EventStreams;
  publicUrl: string;
  now: () => number;
  log: Logger;
}): MyLiveStations {
  const { db, stations, eventStreams, publicUrl, now, log } = deps;
  const findOwn = batchByKey(
    (userIds) => RadioStation.findOwnOfEach(db, userIds),
    (row) => row.user_id,
  );
  const followers = new Map<string, Follower>();
  const streamsAt = new Map<string, number>();

  /** @throws `too_many_streams` */
  function takePlace(user_id: string, address: string): { follower: Follower; leave: () => void } {
    const atAddress = streamsAt.get(address) ?? 0;
    const follower = followers.get(user_id) ?? newFollower(user_id);
    const isFull =
      follower.streams >= MEMBER_STREAMS.per_user || atAddress >= MEMBER_STREAMS.per_address;
    if (isFull) throw new AppError('too_many_streams');
    followers.set(user_id, follower);
    follower.streams += 1;
    streamsAt.set(address, atAddress + 1);
    return { follower, leave: () => leavePlace(follower, address) };
  }

  function newFollower(user_id: string): Follower {
    return {
      user_id,
      streams: 0,
      events: new StateEvents(eventStreams.channel({ readers: 'as the head says' })),
      reading: undefined,
      changedMeanwhile: false,
      freshUntil: null,
      timer: undefined,
    };
  }

  function leavePlace(follower: Follower, address: string): void {
    const left = (streamsAt.get(address) ?? 0) - 1;
    if (left > 0) streamsAt.set(address, left);
    else streamsAt.delete(address);
    follower.streams -= 1;
    if (follower.streams > 0) return;
    clearTimeout(follower.timer);
    followers.delete(follower.user_id);
  }

  /** One reading at a time for each member, however many ask. */
  function refresh(follower: Follower): Promise<void> {
    follower.reading ??= read(follower).finally(() => {
      follower.reading = undefined;
      clearTimeout(follower.timer);
      if (follower.changedMeanwhile) refreshQuietly(follower);
      else if (follower.freshUntil !== null) lookAgain(follower, follower.freshUntil - now());
    });
    return follower.reading;
  }

  async function read(follower: Follower): Promise<void> {
    follower.changedMeanwhile = false;
    const row = await findOwn(follower.user_id);
    const isOnAir = row?.status === 'active';
    const live = isOnAir ? await stations.find(row.station_slug) : null;
    follower.freshUntil = live && live.freshUntil;
    // Parsed, so that nothing which the contract does not name can get out.
    const station = row ? Station.parse(presentMyStation(row, publicUrl)) : null;
    follower.events.tell(
      new Map([
        ['station', prepareStation(station)],
        ['now-playing', live && live.tracks],
      ]),
    );
  }

  function lookAgain(follower: Follower, wait: number): void {
    clearTimeout(follower.timer);
    if (follower.streams === 0) return;
    follower.timer = setTimeout(refreshQuietly, Math.max(wait, MIN_WAIT_MS), follower);
  }

  function refreshQuietly(follower: Follower): void {
    refresh(follower).catch((error: unknown) => {
      log.warn({ err: error, user_id: follower.user_id }, 'a member’s station could not be read');
      lookAgain(follower, RETRY_MS);
    });
  }

  function changed(userId: string): void {
    const follower = followers.get(userId);
    if (follower?.reading) follower.changedMeanwhile = true;
    else if (follower) refreshQuietly(follower);
  }

  return {
    async openEvents({ user_id, address }, req, res) {
      const { follower, leave } = takePlace(user_id, address);
      try {
        await refresh(follower);
        follower.events.open(req, res);
      } catch (error) {
        leave();
        throw error;
      }
      if (req.socket.destroyed) leave();
      else req.socket.once('close', leave);
    },
    changed,
    allChanged() {
      for (const userId of followers.keys()) changed(userId);
    },
    close() {
      for (const { timer } of followers.values()) clearTimeout(timer);
    },
  };
}
