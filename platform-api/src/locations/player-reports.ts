import type { Knex } from 'knex';
import type { z } from 'zod';
import type { reportPlayer } from '../../contract/locations/calls.ts';
import { publicLocationId } from '../../contract/locations/schemas.ts';
import { SILENCE_MINUTES, SOUNDING, type PlayerStatus } from '../../contract/locations/values.ts';
import { MINUTE_MS } from '../../contract/time.ts';
import { hashToken } from '../accounts/refresh-token.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../process/log.ts';
import { HOURS_NOW } from './location-rows.ts';
import { openAt, type LocalHours } from './opening-hours.ts';
import { presentPairing } from './pairing.ts';
import { addReport, offlineFrom, type PlayerReport, type StatusSpan } from './player-report.ts';

type Answer = z.input<typeof reportPlayer.response>;

/** Reports are written together, this often: one a second instead of hundreds. */
const WRITE_MS = 1_000;
/** Players are remembered, so that most reports read nothing. Those of sold or broken screens are forgotten with the rest. */
const MAX_REMEMBERED = 50_000;
/** So many reports wait at most while the database is slow. */
const MAX_WAITING = 20_000;

const SILENCE_MS = SILENCE_MINUTES * MINUTE_MS;

/** A player, with what its reports are answered. */
interface Known extends LocalHours {
  id: string;
  location_id: string;
  name: string;
  leave_pin: string | null;
  changed_at: Date;
}

/** A player as the database has it now. */
interface Present {
  id: string;
  location_id: string | null;
  changed_at: Date | null;
  status: PlayerStatus | null;
  status_since: Date | null;
  reported_at: Date | null;
}

interface Waiting {
  key: string;
  player_id: string;
  report: PlayerReport & { reserve_seconds?: number | undefined };
  at: number;
}

const FIND = `
  select p.id, p.station_id, p.location_id, p.pairing_code, p.code_expires_at, l.name, l.leave_pin, l.changed_at,
    h.zone, h.opening_hours
  from location_players p
  left join locations l on l.id = p.location_id
  left join lateral ${HOURS_NOW} h on true
  where p.key_hash = ?`;

const WRITE_PLAYERS = `
  update location_players p
  set status = w.status, status_since = w.status_since, reported_at = w.reported_at, reserve_seconds = w.reserve_seconds
  from unnest(:ids::uuid[], :statuses::text[], :since::timestamptz[], :reported::timestamptz[], :reserves::int[])
    as w(id, status, status_since, reported_at, reserve_seconds)
  where p.id = w.id`;

const WRITE_SPANS = `
  insert into player_statuses (location_id, player_id, status, began_at, ended_at)
  select * from unnest(:locations::uuid[], :players::uuid[], :statuses::text[], :began::timestamptz[], :ended::timestamptz[])`;

// A location is checked again once its last sound is a silence ago. A lower time is never replaced by a later one of
// another player: the newest sound counts.
const WRITE_SOUND = `
  update locations l
  set sound_at = w.sound_at, watch_at = w.watch_at
  from (
    select id, max(sound_at) as sound_at, max(watch_at) as watch_at
    from unnest(:ids::uuid[], :sounds::timestamptz[], :watches::timestamptz[]) as w(id, sound_at, watch_at)
    group by id
  ) w
  where l.id = w.id and (l.sound_at is null or l.sound_at <= w.sound_at)`;

/**
 * Takes the reports of location players. They are answered from memory and written together each second. While the
 * database cannot be written, they are refused: a player then tells later what it did meanwhile.
 */
export function createPlayerReports({
  db,
  publicUrl,
  now,
  log,
}: {
  db: Knex;
  publicUrl: string;
  now: () => number;
  log: Logger;
}) {
  const known = new Map<string, Known>();
  let waiting: Waiting[] = [];
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  async function find(key: string): Promise<Known | Answer> {
    const remembered = known.get(key);
    if (remembered) return remembered;
    const { rows } = await db.raw(FIND, [hashToken(key)]);
    const [row] = rows;
    if (!row) throw new AppError('player_unknown');
    if (row.location_id === null) {
      return { location: null, pairing: await presentPairing(db, row, { publicUrl, now }) };
    }
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(key, row);
    return row;
  }

  /** Answers a report, and notes it. @throws `player_unknown`; `unavailable` while reports cannot be written */
  async function take({
    player_key: key,
    ...report
  }: z.output<typeof reportPlayer.body>): Promise<Answer> {
    if (isFailing || waiting.length >= MAX_WAITING) {
      schedule();
      throw new AppError('unavailable');
    }
    const player = await find(key);
    if ('pairing' in player) return player;
    const at = now();
    waiting.push({ key, player_id: player.id, report, at });
    schedule();
    const { is_open, changes_at } = openAt(player, at);
    return {
      location: {
        public_id: publicLocationId(player.location_id),
        name: player.name,
        is_open,
        changes_at: changes_at === null ? null : new Date(changes_at),
        needs_pin: player.leave_pin !== null,
      },
      pairing: null,
    };
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, WRITE_MS);
    timer.unref();
  }

  /** Writes the reports that wait. They are kept when it fails. */
  async function flush(): Promise<void> {
    writing ??= write().finally(() => {
      writing = undefined;
    });
    await writing;
  }

  async function write(): Promise<void> {
    const batch = waiting;
    waiting = [];
    try {
      if (batch.length === 0) await db.raw('select 1');
      else await db.transaction((trx) => save(trx, batch));
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'reports of location players could not be written');
      isFailing = true;
      waiting = [...batch, ...waiting];
      schedule();
    }
  }

  async function save(trx: Knex, batch: Waiting[]): Promise<void> {
    const ids = [...new Set(batch.map(({ player_id }) => player_id))].toSorted();
    const rows: Present[] = await trx('location_players as p')
      .leftJoin('locations as l', 'l.id', 'p.location_id')
      .whereIn('p.id', ids)
      .orderBy('p.id')
      .forUpdate('p')
      .select(
        'p.id',
        'p.location_id',
        'l.changed_at',
        'p.status',
        'p.status_since',
        'p.reported_at',
      );
    const byId = new Map(rows.map((row) => [row.id, row]));
    const changes = new Changes();
    for (const { key, player_id, report, at } of batch.toSorted((a, b) => a.at - b.at)) {
      const row = byId.get(player_id);
      const remembered = known.get(key);
      if (!row?.location_id) {
        known.delete(key);
        continue;
      }
      // Another location, or other hours: the next report is answered with them.
      if (
        remembered?.location_id !== row.location_id ||
        remembered.changed_at.getTime() !== row.changed_at?.getTime()
      )
        known.delete(key);
      changes.add({ ...row, location_id: row.location_id }, report, at);
      Object.assign(row, changes.stateOf(player_id));
    }
    await changes.write(trx);
  }

  return {
    take,
    flush,
    async close(): Promise<void> {
      clearTimeout(timer);
      await flush();
    },
  };
}

export type PlayerReports = ReturnType<typeof createPlayerReports>;

/** The changes that a batch of reports makes. */
class Changes {
  readonly #players = new Map<
    string,
    Omit<Present, 'location_id' | 'changed_at'> & { reserve: number }
  >();
  readonly #spans: (StatusSpan & { location_id: string; player_id: string })[] = [];
  readonly #sounds = new Map<string, { sound: number; watch: number }>();

  add(
    row: Present & { location_id: string },
    report: PlayerReport & { reserve_seconds?: number | undefined },
    at: number,
  ): void {
    const { id, location_id, status, status_since, reported_at } = row;
    const before =
      status && status_since && reported_at
        ? { status, since: status_since.getTime(), reported: reported_at.getTime() }
        : null;
    // A report that was overtaken by a later one, through another process.
    if (before && before.reported > at) return;
    const { over, state, soundAt } = addReport(before, report, at);
    this.#spans.push(...over.map((span) => ({ ...span, location_id, player_id: id })));
    this.#players.set(id, {
      id,
      status: state.status,
      status_since: new Date(state.since),
      reported_at: new Date(state.reported),
      reserve: report.reserve_seconds ?? 0,
    });
    if (soundAt === null) return;
    // While it plays, it is silent only once a report is missing.
    const silentFrom = SOUNDING.includes(state.status) ? offlineFrom({ reported: at }) : soundAt;
    const sound = this.#sounds.get(location_id);
    this.#sounds.set(location_id, {
      sound: Math.max(sound?.sound ?? 0, soundAt),
      watch: Math.max(sound?.watch ?? 0, silentFrom + SILENCE_MS),
    });
  }

  /** The columns that a player has after the reports so far. */
  stateOf(id: string): Partial<Present> {
    const { status, status_since, reported_at } = this.#players.get(id) ?? {};
    return status ? { status, status_since, reported_at } : {};
  }

  async write(trx: Knex): Promise<void> {
    const players = [...this.#players.values()];
    if (players.length > 0) {
      await trx.raw(WRITE_PLAYERS, {
        ids: players.map(({ id }) => id),
        statuses: players.map(({ status }) => status),
        since: players.map(({ status_since }) => status_since),
        reported: players.map(({ reported_at }) => reported_at),
        reserves: players.map(({ reserve }) => reserve),
      });
    }
    if (this.#spans.length > 0) {
      await trx.raw(WRITE_SPANS, {
        locations: this.#spans.map(({ location_id }) => location_id),
        players: this.#spans.map(({ player_id }) => player_id),
        statuses: this.#spans.map(({ status }) => status),
        began: this.#spans.map(({ from }) => new Date(from)),
        ended: this.#spans.map(({ to }) => new Date(to)),
      });
    }
    if (this.#sounds.size > 0) {
      const sounds = [...this.#sounds].toSorted(([one], [other]) => (one < other ? -1 : 1));
      await trx.raw(WRITE_SOUND, {
        ids: sounds.map(([id]) => id),
        sounds: sounds.map(([, { sound }]) => new Date(sound)),
        watches: sounds.map(([, { watch }]) => new Date(watch)),
      });
    }
  }
}
