import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Knex } from 'knex';
import { MEMBER_STREAMS } from '../../contract/values.ts';
import { Station, type ListenersNow } from '../../contract/stations/schemas.ts';
import { batchByKey } from '../db/batch-by-key.ts';
import { AppError } from '../errors.ts';
import { AddressCap } from '../http/client-address.ts';
import { type EventStreams, prepare, StateEvents, type Answer } from '../http/sse.ts';
import type { Logger } from '../process/log.ts';
import type { LiveStations } from './live-stations.ts';
import { createRefresher } from './refresher.ts';
import { presentMyStation, RadioStation } from './station.ts';
import { waitingOf } from './waiting.ts';

/** The shortest wait before tracks are read again, in ms: those in memory may be old already. */
const MIN_WAIT_MS = 1_000;

/** The stations whose members have their dashboard open, each sent to its member only. */
export interface MyLiveStations {
  /**
   * Answers `GET /v1/me/station/events`.
   * @param from the member, the address that the limit counts, and whether the listeners of now are sent, too
   * @throws `too_many_streams`
   */
  openEvents(
    from: { userId: string; address: string; withListeners: boolean },
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
  /** The number of a station; null: not known yet. */
  of(stationId: string): number | null;
  /** Calls back with each new number, until the returned function is called. */
  follow(stationId: string, changed: () => void): () => void;
}

/** A member with open streams of one kind. */
interface Follower {
  key: string;
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
  waitsForApproval: boolean;
  now: () => number;
  log: Logger;
}): MyLiveStations {
  const { db, stations, listeners, eventStreams, publicUrl, waitsForApproval, now, log } = deps;
  /** The key of a follower: streams with listeners are apart, as earlier clients know two events only. */
  const keyOf = (userId: string, withListeners: boolean) =>
    withListeners ? `${userId} with listeners` : userId;
  const keysOf = (userId: string) => [keyOf(userId, false), keyOf(userId, true)];
  const findOwn = batchByKey(
    (userIds) => RadioStation.findOwnOfEach(db, userIds),
    (row) => row.user_id,
  );
  const followers = new Map<string, Follower>();
  const addressCap = new AddressCap(MEMBER_STREAMS.per_address, log);
  const refresher = createRefresher({
    read,
    freshUntil: (key) => followers.get(key)?.freshUntil ?? null,
    hasListeners: (key) => followers.has(key),
    now,
    log,
  });

  async function read(key: string): Promise<void> {
    const [userId = ''] = key.split(' ');
    const withListeners = key !== userId;
    const row = await findOwn(userId);
    const isOnAir = row?.status === 'active';
    const live = isOnAir ? await stations.find(row.station_slug) : null;
    const waiting = row && (await waitingOf(db, row, waitsForApproval));
    // The member may have left, or left and come back, while the row was being read.
    const follower = followers.get(key);
    if (!follower) return;
    follower.freshUntil = live && Math.max(live.freshUntil, now() + MIN_WAIT_MS);
    if (withListeners) countListeners(follower, row?.id ?? null);
    // Parsed, so that nothing outside the contract gets out.
    const station =
      row && waiting ? Station.parse(presentMyStation(row, publicUrl, waiting)) : null;
    follower.events.publish(
      new Map([
        ['station', prepareStation(station)],
        ['now-playing', live && live.tracks],
        ...(withListeners
          ? [['listening', row ? prepareListeners(listeners.of(row.id)) : null] as const]
          : []),
      ]),
    );
  }

  function countListeners(follower: Follower, stationId: string | null): void {
    if (follower.counted?.stationId === stationId) return;
    follower.counted?.stop();
    const changed = () => refresher.changed(follower.key);
    follower.counted =
      stationId === null ? null : { stationId, stop: listeners.follow(stationId, changed) };
  }

  /** @throws `too_many_streams` */
  function join(
    { userId, withListeners }: { userId: string; withListeners: boolean },
    address: string,
  ): { follower: Follower; leave: () => void } {
    const key = keyOf(userId, withListeners);
    const follower = followers.get(key) ?? {
      key,
      streams: 0,
      events: new StateEvents(eventStreams.channel({ isForMembers: true })),
      freshUntil: null,
      counted: null,
    };
    const streams = keysOf(userId).reduce(
      (sum, one) => sum + (followers.get(one)?.streams ?? 0),
      0,
    );
    const isFull = streams >= MEMBER_STREAMS.per_user || addressCap.isReached(address);
    if (isFull) throw new AppError('too_many_streams');
    followers.set(key, follower);
    follower.streams += 1;
    addressCap.add(address);
    return { follower, leave: () => leave(follower, address) };
  }

  function leave(follower: Follower, address: string): void {
    addressCap.remove(address);
    follower.streams -= 1;
    if (follower.streams > 0) return;
    followers.delete(follower.key);
    follower.counted?.stop();
    refresher.stop(follower.key);
  }

  return {
    async openEvents({ address, ...member }, req, res) {
      const { follower, leave } = join(member, address);
      try {
        await refresher.refresh(follower.key);
        follower.events.open(req, res);
      } catch (error) {
        leave();
        throw error;
      }
      if (req.socket.destroyed) leave();
      else req.socket.once('close', leave);
    },
    changed(userId) {
      for (const key of keysOf(userId)) refresher.changed(key);
    },
    allChanged() {
      for (const key of followers.keys()) refresher.changed(key);
    },
    close: refresher.close,
  };
}
