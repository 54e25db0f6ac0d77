import {
  ARTIST_SEPARATION_TRACKS,
  DUE_EVERY_MINUTES,
  MIN_MEAN_TRACK_SECONDS,
  PLAYLIST_WEIGHT,
  SPOTS_IN_BREAK,
  TITLE_SEPARATION_HOURS,
} from '../../contract/schedule/values.ts';
import {
  ALGORITHM_VERSIONS,
  type PlaylistShare,
  type RadioIdRule,
  type SchedulePlaylist,
  type Schedule,
  type WeekHours,
} from './schedule.ts';
import { UNIT_MS } from './airing.ts';
import type { ScheduleProblem } from './check-result.ts';
import { isZone, minutesOf } from './zone-clock.ts';

const MAX_SEED = 2 ** 32 - 1;

/** The faults of a document that keep it from being computed at all. */
export function validateSchedule(schedule: Schedule): ScheduleProblem[] {
  const validation = new Validation(schedule);
  validation.checkHead();
  validation.checkItems();
  validation.checkPlaylists();
  validation.checkMusic();
  validation.checkRules();
  return validation.problems;
}

class Validation {
  readonly problems: ScheduleProblem[] = [];
  readonly #schedule: Schedule;
  readonly #items: Map<string, Schedule['items'][number]>;
  readonly #playlists: Set<string>;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
    this.#items = new Map(schedule.items.map((item) => [item.id, item]));
    this.#playlists = new Set(schedule.playlists.map(({ id }) => id));
  }

  checkHead(): void {
    const { algorithm, seed, zone, separation } = this.#schedule;
    this.#require(
      ALGORITHM_VERSIONS.includes(algorithm),
      `This program computes the versions ${ALGORITHM_VERSIONS.join(', ')} of the rules.`,
    );
    this.#require(
      isWithin(seed, { min: 0, max: MAX_SEED }),
      'The seed must be a number of 32 bits.',
    );
    this.#require(isZone(zone), `There is no time zone ${zone}.`);
    const { min, max } = TITLE_SEPARATION_HOURS;
    this.#require(
      separation.title_hours >= min && separation.title_hours <= max,
      `Hours between plays of a title must be from ${min} to ${max}.`,
    );
    this.#requireRange(
      'Tracks between plays of an artist',
      separation.artist_tracks,
      ARTIST_SEPARATION_TRACKS,
    );
  }

  checkItems(): void {
    const { items, playlists, fixed_items } = this.#schedule;
    this.#require(this.#items.size === items.length, 'An item appears twice.');
    this.#require(this.#playlists.size === playlists.length, 'A playlist appears twice.');
    this.#require(areUnique(fixed_items.map(({ id }) => id)), 'A fixed item appears twice.');
    for (const { title, units, renditions } of items) {
      const isPrepared = Number.isInteger(units) && units >= 1 && Boolean(renditions.mp3_128);
      this.#require(isPrepared, `${title} is not prepared.`);
    }
  }

  checkPlaylists(): void {
    for (const { id, name, items } of this.#schedule.playlists) {
      if (items.length === 0) {
        this.#add('playlist_empty', `The playlist ${name} has no tracks. Add at least one.`, id);
      }
      this.#checkLengths({ id, name, items });
      this.#require(areUnique(items), `The playlist ${name} has a track twice.`);
      const isMusic = items.every((item) => this.#items.get(item)?.kind === 'music');
      this.#require(isMusic, `The playlist ${name} has a track that is not in this schedule.`);
    }
  }

  /** Days of too many items would keep the simulator busy for minutes. */
  #checkLengths({ id, name, items }: Pick<SchedulePlaylist, 'id' | 'name' | 'items'>): void {
    const units = items.reduce((sum, item) => sum + (this.#items.get(item)?.units ?? 0), 0);
    const mean = (units * UNIT_MS) / 1_000 / items.length;
    if (items.length === 0 || mean >= MIN_MEAN_TRACK_SECONDS) return;
    const found = mean < 1 ? 'less than a second' : `${Math.floor(mean)} s`;
    const message =
      `The playlist ${name} has tracks of ${found} on average, too short for a check of 60 days. ` +
      `Choose music of at least ${MIN_MEAN_TRACK_SECONDS} s on average.`;
    this.#add('tracks_too_short', message, id);
  }

  checkMusic(): void {
    const { default_playlists, day_parts, opening_hours } = this.#schedule;
    this.#checkShares('The time without a day part', default_playlists);
    this.#require(
      areUnique(day_parts.map(({ name }) => name)),
      'Two day parts have the same name.',
    );
    for (const part of day_parts) {
      this.#checkHours(`The day part ${part.name}`, part);
      this.#checkShares(`The day part ${part.name}`, part.playlists);
    }
    this.#require(opening_hours?.length !== 0, 'Opening hours need at least one day.');
    for (const hours of opening_hours ?? []) this.#checkHours('Opening hours', hours);
  }

  checkRules(): void {
    const { radio_ids, breaks, fixed_items } = this.#schedule;
    if (radio_ids) this.#checkRotation('Radio IDs', radio_ids);
    if (breaks) {
      this.#checkRotation('Breaks', breaks);
      this.#requireRange('Spots in a break', breaks.spots, SPOTS_IN_BREAK);
    }
    for (const { item_id, at, days } of fixed_items) {
      const title = this.#items.get(item_id)?.title;
      this.#require(title !== undefined, 'A fixed item is not in this schedule.');
      const isTime = minutesOf(at) !== null && at !== '24:00';
      this.#require(isTime && days.length > 0, `${title} at ${at} needs a time and a day.`);
    }
  }

  #checkRotation(name: string, { items, every_minutes }: RadioIdRule): void {
    const areKnown = items.every((item) => this.#items.has(item));
    this.#require(
      items.length > 0 && areKnown && areUnique(items),
      `${name} need at least one item.`,
    );
    this.#requireRange(`Minutes between ${name}`, every_minutes, DUE_EVERY_MINUTES);
  }

  #checkShares(name: string, shares: PlaylistShare[]): void {
    this.#require(shares.length > 0, `${name} needs a playlist.`);
    const ids = shares.map(({ playlist_id }) => playlist_id);
    const areKnown = ids.every((id) => this.#playlists.has(id));
    this.#require(
      areKnown && areUnique(ids),
      `${name} names a playlist that is missing or named twice.`,
    );
    for (const { weight } of shares)
      this.#requireRange(`A weight of ${name}`, weight, PLAYLIST_WEIGHT);
  }

  #checkHours(name: string, { days, from, to }: WeekHours): void {
    const areTimes = minutesOf(from) !== null && from !== '24:00' && minutesOf(to) !== null;
    this.#require(areTimes && days.length > 0, `${name} needs days, a start and an end.`);
  }

  #requireRange(name: string, value: number, range: { min: number; max: number }): void {
    this.#require(isWithin(value, range), `${name} must be from ${range.min} to ${range.max}.`);
  }

  #require(isTrue: boolean, message: string): void {
    if (!isTrue) this.#add('invalid', message);
  }

  #add(
    code: 'invalid' | 'playlist_empty' | 'tracks_too_short',
    message: string,
    playlistId: string | null = null,
  ): void {
    this.problems.push({
      code,
      message,
      playlist_id: playlistId,
      fixed_item_id: null,
      count: 0,
      mends:
        code === 'playlist_empty' && playlistId
          ? [{ change: 'add_tracks', playlist_id: playlistId, tracks: 1 }]
          : [],
    });
  }
}

const areUnique = (values: string[]): boolean => new Set(values).size === values.length;

const isWithin = (value: number, { min, max }: { min: number; max: number }): boolean =>
  Number.isInteger(value) && value >= min && value <= max;
