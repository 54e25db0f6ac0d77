import {
  PLAYER_OFFLINE_SECONDS,
  PLAYER_REPORT_SECONDS,
  REPORTED_HOURS,
  SOUNDING,
  type LocationStatus,
  type PlayerStatus,
} from '../../contract/locations/values.ts';

/** The last known state of a player: its status, since when, and the time of its last report. In ms since the epoch. */
export interface PlayerState {
  status: PlayerStatus;
  since: number;
  reported: number;
}

/** A report. Times are seconds before it, so that the clock of the browser does not matter. */
export interface PlayerReport {
  status: PlayerStatus;
  running_seconds: number;
  /** Since the last report that was answered, the oldest first. */
  changes?: { status: PlayerStatus; seconds_ago: number }[] | undefined;
}

/** A status that is over, in ms since the epoch. */
export interface StatusSpan {
  status: LocationStatus;
  from: number;
  to: number;
}

const OFFLINE_MS = PLAYER_OFFLINE_SECONDS * 1_000;

/**
 * A player that stopped reporting stopped between its last report and the next that was expected. The middle is taken,
 * so that a silence is told within half a report's time of when it has lasted five minutes.
 */
const UNKNOWN_MS = (PLAYER_REPORT_SECONDS * 1_000) / 2;

/** When a player that has stopped reporting went offline. */
export const offlineFrom = ({ reported }: Pick<PlayerState, 'reported'>): number =>
  reported + UNKNOWN_MS;

/** Whether a player is offline: a report is missing. */
export const isOffline = ({ reported }: Pick<PlayerState, 'reported'>, now: number): boolean =>
  now - reported > OFFLINE_MS;

/**
 * Adds a report to what is known of a player. While its page ran, it says itself what it did, also if its line was cut.
 * From its last report until its page began anew it was offline.
 *
 * @param before null: this is the first report
 * @returns the statuses that are over, in order; the present one; and the last moment with sound, if there is one
 */
export function addReport(
  before: PlayerState | null,
  report: PlayerReport,
  now: number,
): { over: StatusSpan[]; state: PlayerState; soundAt: number | null } {
  const oldest = before?.reported ?? now - REPORTED_HOURS * 3_600_000;
  const clamp = (ms: number) => Math.min(now, Math.max(oldest, ms));
  const started = clamp(now - report.running_seconds * 1_000);
  const steps: { status: LocationStatus; at: number }[] = [];
  if (before) {
    steps.push({ status: before.status, at: before.since });
    const wentOffline = offlineFrom(before);
    // A page that was opened again soon after the last report was not gone for long enough to matter.
    if (started > wentOffline && started - before.reported > OFFLINE_MS)
      steps.push({ status: 'offline', at: wentOffline });
  }
  let last = started;
  for (const { status, seconds_ago } of report.changes ?? []) {
    last = Math.max(last, clamp(now - seconds_ago * 1_000));
    steps.push({ status, at: last });
  }
  const present = steps.at(-1)?.status;
  if (present !== report.status) steps.push({ status: report.status, at: Math.max(last, started) });
  const spans = joined(steps, now);
  const current = spans.pop();
  const over = spans.filter(({ from, to }) => to > from);
  const sounding = [
    ...over,
    { status: report.status, from: current?.from ?? now, to: now },
  ].findLast(({ status }) => SOUNDING.includes(status));
  return {
    over,
    state: { status: report.status, since: current?.from ?? now, reported: now },
    soundAt: sounding?.to ?? null,
  };
}

/** Steps as spans; equal neighbours are one. */
function joined(steps: { status: LocationStatus; at: number }[], now: number): StatusSpan[] {
  const spans: StatusSpan[] = [];
  for (const { status, at } of steps) {
    const last = spans.at(-1);
    if (last?.status === status) continue;
    if (last) last.to = Math.max(last.from, at);
    spans.push({ status, from: Math.max(last?.to ?? at, at), to: now });
  }
  return spans;
}
