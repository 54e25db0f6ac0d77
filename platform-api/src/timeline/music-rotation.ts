import type { Item } from './airing.ts';
import { Bag } from './bag.ts';
import { chooseMusic, type MusicContext } from './choose-music.ts';
import type { CompiledSchedule, Playlist } from './compiled-schedule.ts';
import type { BagState, TimelineState } from './day.ts';
import type { Decision } from './due-items.ts';
import { titleHash } from './hash.ts';
import { RecentMusic } from './recent-music.ts';

type MusicState = Pick<TimelineState, 'owed' | 'recent'> & {
  playlists: TimelineState['bags']['playlists'];
};

/** The next song that airs at its minute, or null. */
function hardSong(
  { cuts, items, isNeverTwice }: CompiledSchedule,
  unit: number,
): MusicContext['hardSong'] {
  const next = isNeverTwice ? cuts.after(unit) : null;
  const item = items.get(next?.fixed.item_id ?? '');
  return next && item?.kind === 'music' ? { title: titleHash(item), unit: next.unit } : null;
}

/** The music of a station: a bag per playlist, and what aired recently. */
export class MusicRotation {
  #schedule: CompiledSchedule;
  readonly #recent: RecentMusic;
  readonly #owed: Record<string, number[]>;
  /** Of playlists that have not been needed since the state was read. */
  #states: Record<string, BagState>;
  #bags = new Map<string, Bag>();

  constructor(schedule: CompiledSchedule, state: TimelineState | null) {
    this.#schedule = schedule;
    this.#recent = new RecentMusic(state);
    this.#owed = structuredClone(state?.owed ?? {});
    this.#states = state?.bags.playlists ?? {};
  }

  /** Puts a new schedule in force. Playlists that it also has continue. */
  change(schedule: CompiledSchedule): void {
    this.#schedule = schedule;
    this.#states = this.#bagStates();
    this.#bags = new Map();
  }

  /** The next track. @param dueUnit the next unit at which something is due */
  next(unit: number, dueUnit: number | null): Decision {
    const schedule = this.#schedule;
    const hours = schedule.musicAt(unit);
    const dayPart = hours.dayPart ?? '';
    const owed = this.#owedIn(dayPart, hours.playlists.length);
    const choice = chooseMusic({
      schedule,
      hours,
      bagOf: (playlist) => this.#bagOf(playlist),
      recent: this.#recent,
      owed,
      unit,
      dueUnit,
      hardSong: hardSong(schedule, unit),
    });
    const { playlist, track, place } = choice;
    return {
      item: track.item,
      segue: track.segue,
      rule: {
        kind: 'music',
        playlist_id: playlist.id,
        day_part: hours.dayPart,
        broken_separation: choice.broken,
      },
      take: () => {
        if (place !== null) this.#bagOf(playlist).take(place);
        this.#owed[dayPart] = owed;
      },
    };
  }

  /** Whether an item is the song that aired last, while another one could air before it. */
  wouldRepeat(item: Item, unit: number): boolean {
    const { isNeverTwice, musicAt } = this.#schedule;
    const { lastTitle } = this.#recent;
    if (!isNeverTwice || item.kind !== 'music' || titleHash(item) !== lastTitle) return false;
    return musicAt(unit).playlists.some(({ playlist }) =>
      playlist.tracks.some(({ title }) => title !== lastTitle),
    );
  }

  /** Notes that music airs, by whatever rule. */
  aired(item: Item, unit: number): void {
    this.#recent.add(item, unit);
  }

  /** @param unit the first that has not been decided */
  state(unit: number): MusicState {
    return {
      playlists: this.#bagStates(),
      owed: this.#owed,
      recent: this.#recent.state(unit, this.#schedule),
    };
  }

  #bagStates(): Record<string, BagState> {
    const states = this.#schedule.playlists.flatMap(({ id }) => {
      const state = this.#bags.get(id)?.state() ?? this.#states[id];
      return state ? [[id, state] as const] : [];
    });
    return Object.fromEntries(states);
  }

  #bagOf(playlist: Playlist): Bag {
    const known = this.#bags.get(playlist.id);
    if (known) return known;
    const { seed } = this.#schedule.schedule;
    const bag = new Bag(playlist.list, this.#states[playlist.id], seed);
    this.#bags.set(playlist.id, bag);
    return bag;
  }

  /** A copy, which the choice changes. Another number of playlists starts anew. */
  #owedIn(dayPart: string, playlists: number): number[] {
    const known = this.#owed[dayPart];
    if (known?.length === playlists) return [...known];
    return Array.from({ length: playlists }, () => 0);
  }
}
