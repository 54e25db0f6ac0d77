import {
  MAX_REPORTED_CHANGES,
  REPORTED_HOURS,
  type PlayerReport,
  type PlayerStatus,
} from '@stationhouse/sdk/shell';

/** A change of the status, by a monotonic clock, in ms. */
interface Change {
  status: PlayerStatus;
  at: number;
}

/** The status of a location player, and its changes that the server does not know yet. */
export interface StatusLog {
  status(): PlayerStatus;
  /**
   * To be called every second, whether or not it has changed. Music that waits for less than `SHORT_MS` counts as playing.
   * @param at when it changed; default now
   */
  set(status: PlayerStatus, at?: number): void;
  /** The next report, and the moment up to which it tells everything. */
  report(): Pick<PlayerReport, 'status' | 'running_seconds' | 'changes'> & { until: number };
  /** A report was answered: its changes are not told again. */
  answered(until: number): void;
  /** The machine has slept: the page counts as opened now. */
  restart(): void;
}

const HOUR_MS = 3_600_000;

/** Shorter waits are not reported, in ms: a new connection or a busy tablet causes them. */
const SHORT_MS = 2_000;

/** @param now a monotonic clock in ms */
export function createStatusLog(now: () => number): StatusLog {
  let openedAt = now();
  let status: PlayerStatus = 'stalled';
  let changes: Change[] = [];
  let waitsSince: number | null = null;

  function set(next: PlayerStatus, at?: number): void {
    waitsSince = next === 'stalled' ? (waitsSince ?? now()) : null;
    if (at === undefined && waitsSince !== null && now() - waitsSince < SHORT_MS) return;
    if (next !== status) add(next, at ?? waitsSince ?? now());
  }

  function add(next: PlayerStatus, at: number): void {
    status = next;
    const last = changes.at(-1);
    changes.push({ status, at: Math.max(at, last?.at ?? openedAt) });
    const oldest = now() - REPORTED_HOURS * HOUR_MS;
    changes = changes.filter((change) => change.at > oldest).slice(-MAX_REPORTED_CHANGES);
  }

  return {
    status: () => status,
    set,
    report() {
      const until = now();
      return {
        until,
        status,
        running_seconds: (until - openedAt) / 1_000,
        changes: changes.map((change) => ({
          status: change.status,
          seconds_ago: (until - change.at) / 1_000,
        })),
      };
    },
    answered(until) {
      changes = changes.filter(({ at }) => at > until);
    },
    restart() {
      openedAt = now();
      changes = [];
    },
  };
}
