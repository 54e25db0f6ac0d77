import { MIN_COUNTED_SECONDS, type PlayerKind } from '../../contract/listening/values.ts';
import { HOUR_MS } from '../../contract/time.ts';
import { hourOf, type SessionHour } from './ledger.ts';

/** What is known of a session when it begins. */
export interface SessionStart {
  station_id: string;
  session_id: string;
  player: PlayerKind;
  country: string;
  /** In ms since the epoch. */
  began_at: number;
}

/** One session in this process: how much was heard, until the end of each UTC hour. Streams hold thousands of them. */
export class Session {
  readonly start: SessionStart;
  /** Seconds that were heard, with fractions. */
  #heard = 0;
  /** When that was true, in ms since the epoch. */
  #at: number;
  #liveUntil: number | null = null;
  #hasEnded = false;
  /** Hours that are over and not stored yet; null: none. */
  #past: { hour: number; total: number }[] | null = null;
  /** The latest row that the database has. */
  #storedHour = 0;
  #storedTotal = 0;
  #isStateStored = true;

  constructor(start: SessionStart) {
    this.start = start;
    this.#at = start.began_at;
  }

  get heard(): number {
    return this.#heard;
  }

  /** When it was heard last, in ms since the epoch. */
  get at(): number {
    return this.#at;
  }

  /** The database knows that it is long enough to count. */
  get isSettled(): boolean {
    return this.#storedTotal >= MIN_COUNTED_SECONDS;
  }

  /**
   * Notes how much was heard until now: never more than the time that has passed, and never less than before. For each
   * hour that is over it keeps what must have been heard by then, which is certain whatever was not reported.
   */
  note(now: number, heard: number): void {
    const possible = (now - this.start.began_at) / 1_000;
    const next = Math.max(this.#heard, Math.min(heard, possible));
    // A clock that was set back: the seconds lie in the hour that is known.
    const until = Math.max(now, this.#at);
    for (let end = hourOf(this.#at) + HOUR_MS; end <= until; end += HOUR_MS) {
      const total = Math.floor(Math.max(this.#heard, next - (until - end) / 1_000));
      this.#endHour(end - HOUR_MS, total);
    }
    this.#heard = next;
    this.#at = until;
  }

  /** Takes over what another replica knows of it. */
  resume(at: number, heard: number): void {
    if (at > this.#at) this.note(at, heard);
  }

  /** Notes that it counts as listening until then. */
  keepLive(until: number): void {
    this.#liveUntil = Math.max(this.#liveUntil ?? 0, until);
    this.#isStateStored = false;
  }

  end(): void {
    this.#hasEnded = true;
    this.#isStateStored = false;
  }

  /** The rows that the database does not have yet. */
  unstored(): SessionHour[] {
    const rows = (this.#past ?? []).map(({ hour, total }) => this.#row(hour, total));
    const hour = hourOf(this.#at);
    const total = Math.floor(this.#heard);
    const isStored =
      this.#storedHour === hour && this.#storedTotal === total && this.#isStateStored;
    // A session of no length has nothing to keep.
    if (!isStored && total > 0) rows.push(this.#row(hour, total));
    return rows;
  }

  /** These rows of `unstored()` are in the database now. */
  markStored(rows: readonly SessionHour[]): void {
    const last = rows.at(-1);
    if (!last) return;
    // More may have been heard while they were written.
    const left =
      this.#past?.filter(
        (one) => !rows.some((row) => row.hour === one.hour && row.total >= one.total),
      ) ?? [];
    this.#past = left.length > 0 ? left : null;
    this.#storedHour = last.hour;
    this.#storedTotal = last.total;
    this.#isStateStored = last.has_ended === this.#hasEnded && last.live_until === this.#liveUntil;
  }

  /** Hours in which nothing was heard have no row. */
  #endHour(hour: number, total: number): void {
    if (total <= (this.#past?.at(-1)?.total ?? this.#storedTotal)) return;
    (this.#past ??= []).push({ hour, total });
  }

  #row(hour: number, total: number): SessionHour {
    const { station_id, session_id, player, country, began_at } = this.start;
    // A spread of `start` takes several times as long.
    return {
      station_id,
      session_id,
      player,
      country,
      began_at,
      hour,
      total,
      live_until: this.#liveUntil,
      has_ended: this.#hasEnded,
      is_settled: this.isSettled,
    };
  }
}
