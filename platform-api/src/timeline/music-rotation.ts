import type { AiringRule, Item } from './airing.ts';
import { Bag } from './bag.ts';
import { chooseMusic, type MusicContext } from './choose-music.ts';
import type { CompiledSchedule, Playlist } from './compiled-schedule.ts';
import type { BagState, TimelineState } from './day.ts';
import { titleHash } from './hash.ts';
import { RecentMusic } from './recent-music.ts';

type MusicState = Pick<TimelineState, 'owed' | 'recent'> & {
  playlists: TimelineState['bags']['playlists'];
};

/** The next song that airs at its minute, or null. */
function hardSong(
  { hard, items, isNeverTwice }: CompiledSchedule,
  unit: number,
): MusicContext['hardSong'] {
  const next = isNeverTwice ? hard.after(unit) : null;
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

  /** Takes the next track. @param dueUnit the next unit at which something is due */
  take(unit: number, dueUnit: number | null): { item: Item; rule: AiringRule } {
    const schedule = this.#schedule;
    const hours = schedule.musicAt(unit);
    const choice = chooseMusic({
      schedule,
      hours,
      bagOf: (playlist) => this.#bagOf(playlist),
      recent: this.#recent,
      owed: this.#owedIn(hours.dayPart ?? '', hours.playlists.length),
      unit,
      dueUnit,
      hardSong: hardSong(schedule, unit),
    });
    if (choice.place !== null) this.#bagOf(choice.playlist).take(choice.place);
    return {
      item: choice.track.item,
      rule: {
        kind: 'music',
        playlist_id: choice.playlist.id,
        day_part: hours.dayPart,
        broken_separation: choice.broken,
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

  /** Another number of playlists starts anew. */
  #owedIn(dayPart: string, playlists: number): number[] {
    const known = this.#owed[dayPart];
    if (known?.length === playlists) return known;
    const owed = Array.from({ length: playlists }, () => 0);
    this.#owed[dayPart] = owed;
    return owed;
  }
}
