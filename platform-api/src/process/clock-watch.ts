import type { Knex } from 'knex';
import { MINUTE_MS } from '../../contract/time.ts';
import type { Logger } from './log.ts';

/** How often the clocks are compared, in ms. */
const COMPARE_EVERY_MS = MINUTE_MS;

/** A difference that is worth a warning, and one at which this replica does no work, in ms. */
export const WARN_ABOVE_MS = 2_000;
export const MAX_CLOCK_DIFFERENCE_MS = 30_000;

/** Compares this machine's clock with the database's. */
export interface ClockWatch {
  /** Whether the clock is so wrong that this replica must not serve, or has just jumped and must be compared first. */
  isOff(): boolean;
  /** How far this machine's clock was ahead of the database's when they were last compared, in ms. */
  aheadMs(): number;
  /** Runs the listener whenever the clock goes off, and when it is right again. */
  onChange(listener: (isOff: boolean) => void): void;
  stop(): void;
}

/**
 * Compares the clocks now and every minute, and when it is asked after a jump. A replica whose clock is fast would run the
 * schedule ahead of its time, so that all others skip it, sign tokens that they refuse, and send listeners into the future.
 */
export async function watchClock(given: {
  db: Knex;
  now: () => number;
  log: Logger;
  everyMs?: number;
}): Promise<ClockWatch> {
  const { db, now, log } = given;
  let tellChange: (isOff: boolean) => void = () => undefined;
  let isOff = false;
  let aheadMs = 0;
  let wasWrong = false;
  // Nothing sets the clock of `performance`, so a change of the difference is a jump.
  const offset = () => now() - performance.now();
  let comparedAt = offset();
  const hasJumped = () => Math.abs(offset() - comparedAt) > MAX_CLOCK_DIFFERENCE_MS;

  async function compare(): Promise<void> {
    const at = offset();
    aheadMs = Math.round(await measureClock(db, now));
    const fields = { ahead_ms: aheadMs };
    const isWrong = Math.abs(aheadMs) > WARN_ABOVE_MS;
    const isOffNow = Math.abs(aheadMs) > MAX_CLOCK_DIFFERENCE_MS;
    if (isOffNow) {
      log.error(
        { alarm: 'clock', ...fields },
        'The clock of this machine differs from the database’s, so it serves nothing. Set it by NTP',
      );
    } else if (isWrong && !wasWrong) {
      log.warn(fields, 'the clock of this machine differs from the database’s; set it by NTP');
    } else if (wasWrong && !isWrong) {
      log.info(fields, 'the clock of this machine is right again');
    }
    wasWrong = isWrong;
    isOff = isOffNow;
    comparedAt = at;
    if (!isOff) await resetFutureSchedule(db);
  }

  await compare();
  let comparing: Promise<void> | null = null;
  function look(): void {
    const before = isOff;
    comparing ??= compare()
      .then(() => void (isOff !== before && tellChange(isOff)))
      .catch((error: unknown) => log.warn({ err: error }, 'the clocks could not be compared'))
      .finally(() => (comparing = null));
  }
  const timer = setInterval(look, given.everyMs ?? COMPARE_EVERY_MS);
  return {
    isOff() {
      const isUnsure = hasJumped();
      if (isUnsure) look();
      return isOff || isUnsure;
    },
    aheadMs: () => aheadMs,
    onChange(listener) {
      tellChange = listener;
    },
    stop: () => clearInterval(timer),
  };
}

/** @returns how far this machine's clock is ahead of the database's, in ms */
export async function measureClock(db: Knex, now: () => number): Promise<number> {
  const before = now();
  const { rows } = await db.raw<{ rows: { ms: number }[] }>(
    `select extract(epoch from clock_timestamp()) * 1000 as ms`,
  );
  return (before + now()) / 2 - Number(rows[0]?.ms);
}

/** Takes back runs of the schedule that a fast clock has put into the future: until then none would run. */
async function resetFutureSchedule(db: Knex): Promise<void> {
  await db.raw(
    `update graphile_worker._private_known_crontabs
     set last_execution = least(last_execution, now()), known_since = least(known_since, now())
     where greatest(last_execution, known_since) > now() + make_interval(secs => ?)`,
    [MAX_CLOCK_DIFFERENCE_MS / 1_000],
  );
}
