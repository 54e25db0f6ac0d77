import { DUE_EVERY_MINUTES } from '../../contract/schedule/values.ts';
import type { Item } from './airing.ts';
import { ProblemFinder, type FoundProblem } from './find-problems.ts';
import type { Schedule } from './schedule.ts';
import type { Mend } from './check-result.ts';
import { CHECKED_DAYS, simulate, type RunningStation } from './simulate.ts';
import { minutesOf } from './zone-clock.ts';

/** The search for mends ends after as many simulated airings, 10 checks of an ordinary station: about 8 s of work. */
const MAX_AIRINGS = 10 * CHECKED_DAYS * 600;

/** Intervals in minutes that divide a day: with any other, the interval before midnight is shorter. */
const EVEN_INTERVALS = Array.from({ length: DUE_EVERY_MINUTES.max }, (_, at) => at + 1).filter(
  (minutes) => (24 * 60) % minutes === 0,
);

/** The search for a number of tracks ends here. */
const MAX_ADDED_TRACKS = 4_096;

/** The check that a search is part of. */
interface CheckOptions {
  committedAt: number;
  running: RunningStation | null;
  signal: AbortSignal | undefined;
}

/**
 * Searches for the smallest change that mends a problem, by simulation of each attempt. One search serves all problems
 * of a schedule and is bounded in all.
 */
export class MendSearch {
  readonly #schedule: Schedule;
  readonly #check: CheckOptions;
  #airingsLeft = MAX_AIRINGS;

  constructor(schedule: Schedule, check: CheckOptions) {
    this.#schedule = schedule;
    this.#check = check;
  }

  /** Each mend alone is enough. */
  async mendsOf(problem: FoundProblem): Promise<Mend[]> {
    switch (problem.code) {
      case 'title_repeats':
        return [
          ...(await this.#tracks(problem)),
          ...(await this.#separation(problem, 'title_hours')),
        ];
      case 'artist_repeats':
        return [
          ...(await this.#tracks(problem)),
          ...(await this.#separation(problem, 'artist_tracks')),
        ];
      case 'radio_ids_missed':
        return this.#minutes(problem, 'radio_ids', 'radio_id_minutes');
      case 'breaks_missed':
      case 'no_music_between_breaks':
        return this.#minutes(problem, 'breaks', 'break_minutes');
      case 'fixed_items_collide':
        return this.#otherTime(problem);
      default:
        return [];
    }
  }

  /** New tracks are by artists of their own and as long as those of the playlist. */
  async #tracks(problem: FoundProblem): Promise<Mend[]> {
    const { playlist_id } = problem;
    if (playlist_id === null) return [];
    const tracks = await smallest(1, MAX_ADDED_TRACKS, (count) =>
      this.#isMended(problem, withTracks(this.#schedule, playlist_id, count)),
    );
    return tracks === null ? [] : [{ change: 'add_tracks', playlist_id, tracks }];
  }

  async #separation(
    problem: FoundProblem,
    change: 'title_hours' | 'artist_tracks',
  ): Promise<Mend[]> {
    const present = this.#schedule.separation[change];
    const less = await smallest(1, present, (by) => {
      const separation = { ...this.#schedule.separation, [change]: present - by };
      return this.#isMended(problem, { ...this.#schedule, separation });
    });
    return less === null ? [] : [{ change, to: present - less }];
  }

  async #minutes(
    problem: FoundProblem,
    rule: 'radio_ids' | 'breaks',
    change: 'radio_id_minutes' | 'break_minutes',
  ): Promise<Mend[]> {
    const present = this.#schedule[rule];
    if (present === null) return [];
    const longer = EVEN_INTERVALS.filter((minutes) => minutes > present.every_minutes);
    const found = await smallest(1, longer.length, (count) => {
      const every_minutes = longer[count - 1] ?? present.every_minutes;
      return this.#isMended(problem, { ...this.#schedule, [rule]: { ...present, every_minutes } });
    });
    const to = longer[(found ?? 0) - 1];
    return to === undefined ? [] : [{ change, to }];
  }

  /** The first minute after the hard item that is in the way. */
  async #otherTime(problem: FoundProblem): Promise<Mend[]> {
    const { fixed_items } = this.#schedule;
    const late = fixed_items.find(({ id }) => id === problem.fixed_item_id);
    if (!late) return [];
    const start = minutesOf(late.at) ?? 0;
    const minutes = await smallest(1, 24 * 60 - 1 - start, (by) => {
      const moved = { ...late, at: timeOf(start + by) };
      const others = fixed_items.map((one) => (one === late ? moved : one));
      return this.#isMended(problem, { ...this.#schedule, fixed_items: others });
    });
    if (minutes === null) return [];
    return [{ change: 'fixed_item_time', fixed_item_id: late.id, to: timeOf(start + minutes) }];
  }

  async #isMended(problem: FoundProblem, schedule: Schedule): Promise<boolean> {
    const finder = new ProblemFinder(schedule);
    const { committedAt, running, signal } = this.#check;
    for await (const day of simulate(schedule, committedAt, running, signal)) {
      this.#airingsLeft -= day.airings.length;
      if (this.#airingsLeft < 0) return false;
      if (finder.problemsOf(day).some((one) => isSame(one, problem))) return false;
    }
    return true;
  }
}

export const isSame = (one: FoundProblem, other: FoundProblem): boolean =>
  one.code === other.code &&
  one.playlist_id === other.playlist_id &&
  one.fixed_item_id === other.fixed_item_id;

/**
 * The smallest whole number that is enough, found by doubling and then halving. Null when even the largest is not.
 */
async function smallest(
  from: number,
  max: number,
  isEnough: (value: number) => Promise<boolean>,
): Promise<number | null> {
  let tooLittle = from - 1;
  let enough = Math.min(from, max);
  while (enough > tooLittle && !(await isEnough(enough))) {
    tooLittle = enough;
    enough = Math.min(max, enough * 2);
  }
  if (enough <= tooLittle) return null;
  while (enough - tooLittle > 1) {
    const middle = Math.floor((tooLittle + enough) / 2);
    if (await isEnough(middle)) enough = middle;
    else tooLittle = middle;
  }
  return enough;
}

function withTracks(schedule: Schedule, playlistId: string, count: number): Schedule {
  const playlist = schedule.playlists.find(({ id }) => id === playlistId);
  const byId = new Map(schedule.items.map((item) => [item.id, item]));
  const models = (playlist?.items ?? []).flatMap((id) => byId.get(id) ?? []);
  const added = Array.from({ length: count }, (_, at): Item | null => {
    const model = models[at % models.length];
    const id = `added ${at}`;
    return model ? { ...model, id, title: id, artist: id } : null;
  }).filter((item) => item !== null);
  return {
    ...schedule,
    items: [...schedule.items, ...added],
    playlists: schedule.playlists.map((one) =>
      one.id === playlistId ? { ...one, items: [...one.items, ...added.map(({ id }) => id)] } : one,
    ),
  };
}

const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
