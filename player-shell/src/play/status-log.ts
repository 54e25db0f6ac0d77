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
  /** @param at when it changed; default now */
  set(status: PlayerStatus, at?: number): void;
  /** The next report, and the moment up to which it tells everything. */
  report(): Pick<PlayerReport, 'status' | 'running_seconds' | 'changes'> & { until: number };
  /** A report was answered: its changes are not told again. */
  answered(until: number): void;
  /** The machine has slept: the page counts as opened now. */
  restart(): void;
}

const HOUR_MS = 3_600_000;

/** @param now a monotonic clock in ms */
export function createStatusLog(now: () => number): StatusLog {
  let openedAt = now();
  let status: PlayerStatus = 'stalled';
  let changes: Change[] = [];

  function set(next: PlayerStatus, at = now()): void {
    if (next === status) return;
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
