import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Knex } from 'knex';
import { MEMBER_STREAMS } from '../../contract/limits.ts';
import { Station, type ListenersNow } from '../../contract/stations.ts';
import { batchByKey } from '../db/batch-by-key.ts';
import { AppError } from '../errors.ts';
import { AddressCap } from '../http/client-address.ts';
import type { EventStreams } from '../http/sse.ts';
import { prepare, StateEvents, type Answer } from '../http/sse.ts';
import type { Logger } from '../log.ts';
import type { LiveStations } from './live-stations.ts';
import { createRefresher } from './refresher.ts';
import { presentMyStation, RadioStation } from './station.ts';

/** The shortest wait before tracks are read again, in ms: those in memory may be old already. */
const MIN_WAIT_MS = 1_000;

/** The stations whose members have their dashboard open, each sent to its member only. */
export interface MyLiveStations {
  /**
   * Answers `GET /v1/me/station/events`.
   * @param from the member, and the address that the limit counts
   * @throws `too_many_streams`
   */
  openEvents(
    from: { userId: string; address: string },
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void>;
  /** The row of a member's station has changed, on any replica. */
  changed(userId: string): void;
  /** Changes may have been missed: reads every followed station again. */
  allChanged(): void;
  close(): void;
}

/** How many listen to stations now. */
export interface ListenerCounts {
  /** Null: not known yet. */
  of(stationId: string): number | null;
  /** Calls back with each new number, until the returned function is called. */
  follow(stationId: string, changed: () => void): () => void;
}

/** A member with open streams. */
interface Follower {
  userId: string;
  /** Open streams, and those about to open. */
  streams: number;
  events: StateEvents;
  /** When the tracks may change, in epoch ms; null: the station is not on air. */
  freshUntil: number | null;
  /** The station whose listeners are counted for it. */
  counted: { stationId: string; stop: () => void } | null;
}

/** `updated_at` is left out of the event id: it also changes with columns that the member can't see. */
function prepareStation(station: Station | null): Answer {
  if (!station) return prepare(null);
  const { updated_at: _, ...meaning } = station;
  return prepare(station, meaning);
}

const prepareListeners = (listeners: number | null): Answer | null =>
  listeners === null ? null : prepare({ listeners } satisfies ListenersNow);

export function createMyLiveStations(deps: {
  db: Knex;
  stations: LiveStations;
  listeners: ListenerCounts;
  eventStreams: EventStreams;
  publicUrl: string;
  now: () => number;
  log: Logger;
}): MyLiveStations {
  const { db, stations, listeners, eventStreams, publicUrl, now, log } = deps;
  const findOwn = batchByKey(
    (userIds) => RadioStation.findOwnOfEach(db, userIds),
    (row) => row.user_id,
  );
  const followers = new Map<string, Follower>();
  const addressCap = new AddressCap(MEMBER_STREAMS.per_address, log);
  const refresher = createRefresher({
    read,
    freshUntil: (userId) => followers.get(userId)?.freshUntil ?? null,
    hasListeners: (userId) => followers.has(userId),
    now,
    log,
  });

  async function read(userId: string): Promise<void> {
    const row = await findOwn(userId);
    const isOnAir = row?.status === 'active';
    const live = isOnAir ? await stations.find(row.station_slug) : null;
    // The member may have left, or left and come back, while the row was being read.
    const follower = followers.get(userId);
    if (!follower) return;
    follower.freshUntil = live && Math.max(live.freshUntil, now() + MIN_WAIT_MS);
    countListeners(follower, row?.id ?? null);
    // Parsed, so that nothing outside the contract gets out.
    const station = row ? Station.parse(presentMyStation(row, publicUrl)) : null;
    follower.events.publish(
      new Map([
        ['station', prepareStation(station)],
        ['now-playing', live && live.tracks],
        ['listening', row ? prepareListeners(listeners.of(row.id)) : null],
      ]),
    );
  }

  function countListeners(follower: Follower, stationId: string | null): void {
    if (follower.counted?.stationId === stationId) return;
    follower.counted?.stop();
    const { userId } = follower;
    const changed = () => refresher.changed(userId);
    follower.counted =
      stationId === null ? null : { stationId, stop: listeners.follow(stationId, changed) };
  }

  /** @throws `too_many_streams` */
  function join(userId: string, address: string): { follower: Follower; leave: () => void } {
    const follower = followers.get(userId) ?? {
      userId,
      streams: 0,
      events: new StateEvents(eventStreams.channel({ isForMembers: true })),
      freshUntil: null,
      counted: null,
    };
    const isFull = follower.streams >= MEMBER_STREAMS.per_user || addressCap.isReached(address);
    if (isFull) throw new AppError('too_many_streams');
    followers.set(userId, follower);
    follower.streams += 1;
    addressCap.add(address);
    return { follower, leave: () => leave(follower, address) };
  }

  function leave(follower: Follower, address: string): void {
    addressCap.remove(address);
    follower.streams -= 1;
    if (follower.streams > 0) return;
    followers.delete(follower.userId);
    follower.counted?.stop();
    refresher.stop(follower.userId);
  }

  return {
    async openEvents({ userId, address }, req, res) {
      const { follower, leave } = join(userId, address);
      try {
        await refresher.refresh(userId);
        follower.events.open(req, res);
      } catch (error) {
        leave();
        throw error;
      }
      if (req.socket.destroyed) leave();
      else req.socket.once('close', leave);
    },
    changed: refresher.changed,
    allChanged() {
      for (const userId of followers.keys()) refresher.changed(userId);
    },
    close: refresher.close,
  };
}
