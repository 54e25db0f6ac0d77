import {
  CONTACT_REPLY_HOURS,
  LAUNCH_HOURS,
} from '@stationhouse/platform-api/contract/stations/values';
import type { WaitingCustomer } from '@stationhouse/platform-api/contract/messages/calls';
import { DAY_MS, HOUR_MS } from '@stationhouse/platform-api/contract/time';
import type { Customer, Playlist, SilentLocation, StationTrouble } from '@stationhouse/sdk/client';

/** A piece of work of today, with the moment until which it is promised. */
export type Work = { key: string; due: number } & (
  | { kind: 'trouble'; trouble: StationTrouble }
  | { kind: 'locations'; locations: readonly [SilentLocation, ...SilentLocation[]] }
  | { kind: 'setup'; customer: Customer }
  | { kind: 'message'; waiting: WaitingCustomer }
  | { kind: 'playlist'; playlist: Playlist }
  | { kind: 'codes'; tracks: number }
);

interface Sources {
  locations: readonly SilentLocation[];
  troubles: readonly StationTrouble[];
  setups: readonly Customer[];
  waiting: readonly WaitingCustomer[];
  playlists: readonly Playlist[];
  /** Tracks that have aired in this quarter and lack what its reports need. */
  incompleteTracks: number;
  now: number;
}

const after = (moment: string, hours: number): number => Date.parse(moment) + hours * HOUR_MS;

/**
 * Everything that waits, by the time left: sound that fails on air first, then by its promise, and last what waits for
 * a customer or has no hour.
 */
export function workOf(sources: Sources): Work[] {
  const { troubles, locations, setups, waiting, playlists } = sources;
  const due: Work[] = [
    ...setups.map((customer): Work => ({
      kind: 'setup',
      key: `setup ${customer.user_id}`,
      customer,
      due:
        customer.setup_form_submitted_at === null
          ? Infinity
          : after(customer.setup_form_submitted_at, LAUNCH_HOURS),
    })),
    ...waiting.map((one): Work => ({
      kind: 'message',
      key: `message ${one.user_id}`,
      waiting: one,
      due: after(one.waiting_since, CONTACT_REPLY_HOURS),
    })),
  ];
  return [
    ...troubles.map((trouble): Work => ({
      kind: 'trouble',
      key: `trouble ${trouble.station_id} ${trouble.trouble}`,
      trouble,
      due: Date.parse(trouble.since),
    })),
    ...ofEachStation(locations).map((silent): Work => ({
      kind: 'locations',
      key: `locations ${silent[0].station_id}`,
      locations: silent,
      due: Date.parse(silent[0].silent_since),
    })),
    // A stable sort: stations without a form keep the order of the API.
    ...due.toSorted((one, other) => (one.due === other.due ? 0 : one.due - other.due)),
    ...codesOf(sources),
    ...playlists.map((playlist): Work => ({
      kind: 'playlist',
      key: `playlist ${playlist.id}`,
      playlist,
      due: Infinity,
    })),
  ];
}

/** The reminder to complete tracks begins so long before the end of the quarter, in ms. */
const REMINDER_MS = 30 * DAY_MS;

/** The end of the quarter in UTC, in ms since the epoch. */
function quarterEnd(now: number): number {
  const date = new Date(now);
  const month = date.getUTCMonth();
  return Date.UTC(date.getUTCFullYear(), month - (month % 3) + 3);
}

/** Before the quarter ends, the tracks that its reports would lack something of. */
function codesOf({ incompleteTracks: tracks, now }: Sources): Work[] {
  const due = quarterEnd(now);
  if (tracks === 0 || due - now > REMINDER_MS) return [];
  return [{ kind: 'codes', key: 'codes', tracks, due }];
}

/** Silent locations by their station, in the order of the longest silence. */
function ofEachStation(
  locations: readonly SilentLocation[],
): [SilentLocation, ...SilentLocation[]][] {
  const groups = new Map<string, [SilentLocation, ...SilentLocation[]]>();
  for (const location of locations) {
    const group = groups.get(location.station_id);
    if (group) group.push(location);
    else groups.set(location.station_id, [location]);
  }
  return [...groups.values()];
}
