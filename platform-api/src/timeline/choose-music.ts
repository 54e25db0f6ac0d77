import type { Bag, BagPlace } from './bag.ts';
import type { CompiledSchedule, MusicHours, Playlist, Track } from './compiled-schedule.ts';
import type { RecentMusic } from './recent-music.ts';

/** Of so many tracks of the rotation, the one with the best length airs. */
const CANDIDATES = 12;

/** Artists are counted in the last tracks of a cycle. Measured: with 128 no cycle has to begin early. */
const MAX_CYCLE_END = 128;

/** The length of up to so many tracks in a row is planned. */
const LOOK_AHEAD = 3;

export interface MusicChoice {
  playlist: Playlist;
  track: Track;
  /** Null: it airs out of turn, because nothing that is left of two cycles may air. */
  place: BagPlace | null;
  broken: 'title' | 'artist' | null;
}

export interface MusicContext {
  schedule: CompiledSchedule;
  hours: MusicHours;
  bagOf: (playlist: Playlist) => Bag;
  recent: RecentMusic;
  /** How much each playlist of these hours is owed. Changed by the choice. */
  owed: number[];
  unit: number;
  /** The next unit at which something is due; null when nothing is. */
  dueUnit: number | null;
  /** The next song that airs at its minute; null: none, or it may follow itself. */
  hardSong: { title: number; unit: number } | null;
}

/**
 * Chooses the next track: of the playlist that is owed most, and of its next few tracks the one after which, alone or
 * with another one, the music ends nearest after the next due moment.
 */
export function chooseMusic(context: MusicContext): MusicChoice {
  const { hours, owed } = context;
  earn(hours, owed);
  const byOwed = mostOwedFirst(owed);
  for (const at of byOwed) {
    const choice = chooseOf(context, at);
    if (choice === null) continue;
    pay(hours, owed, at);
    return choice;
  }
  if (context.schedule.mayAirOutOfTurn) {
    for (const at of byOwed) {
      const choice = chooseOutOfTurn(context, at);
      if (choice === null) continue;
      pay(hours, owed, at);
      return choice;
    }
  }
  return breakSeparation(context, byOwed);
}

/** Smooth weighted round-robin, as in nginx: each earns its weight at each turn, and the chosen one pays for all. */
function earn(hours: MusicHours, owed: number[]): void {
  hours.playlists.forEach(({ weight }, at) => (owed[at] = (owed[at] ?? 0) + weight));
}

function pay(hours: MusicHours, owed: number[], chosen: number): void {
  const total = hours.playlists.reduce((sum, { weight }) => sum + weight, 0);
  owed[chosen] = (owed[chosen] ?? 0) - total;
}

const mostOwedFirst = (owed: number[]): number[] =>
  owed
    .map((_, at) => at)
    .sort((one, other) => (owed[other] ?? 0) - (owed[one] ?? 0) || one - other);

function chooseOf(context: MusicContext, at: number): MusicChoice | null {
  const playlist = context.hours.playlists[at]?.playlist;
  if (!playlist) return null;
  const candidates = candidatesOf(context, playlist);
  const [first] = candidates;
  if (first === undefined) return null;
  if (context.dueUnit === null || candidates.length === 1) return first;
  const turns = [candidates, ...followersOf(context, at, playlist, candidates)];
  return nearestEnd(context.schedule, turns, context.dueUnit - context.unit) ?? first;
}

/**
 * A track that has aired in both cycles and that separation does not hold back. Where playlists share songs, the last
 * ones of a cycle can be held back by the other playlist for days, while the next cycle is used up.
 */
function chooseOutOfTurn(context: MusicContext, at: number): MusicChoice | null {
  const playlist = context.hours.playlists[at]?.playlist;
  if (!playlist || playlist.isInOrder) return null;
  const mayAirNow = (index: number) => {
    const track = playlist.tracks[index];
    return track !== undefined && mayAir(context, track);
  };
  const track = playlist.tracks[context.bagOf(playlist).outOfTurn(mayAirNow) ?? -1];
  return track ? { playlist, track, place: null, broken: null } : null;
}

/**
 * The first of up to three tracks, one of each turn, that together end nearest after some units. Null when three do not
 * reach them.
 */
function nearestEnd(
  schedule: CompiledSchedule,
  turns: MusicChoice[][],
  wanted: number,
): MusicChoice | null {
  const units = turns.map((choices) => choices.map(({ track }) => airedUnits(track)));
  const longest = units.map((lengths) => Math.max(0, ...lengths));
  /** The most that this turn and the later ones can add. */
  const most = longest.map((_, turn) => longest.slice(turn).reduce((sum, one) => sum + one, 0));
  let best: MusicChoice | null = null;
  let bestUnits = Infinity;
  const path: MusicChoice[] = [];
  const search = (before: number) => {
    const turn = path.length;
    const lengths = units[turn] ?? [];
    for (let at = 0; at < lengths.length; at += 1) {
      const total = before + (lengths[at] ?? 0);
      const isEnd = total >= wanted;
      // The lengths rule out most, so they are compared first.
      if (isEnd ? total >= bestUnits : total + (most[turn + 1] ?? 0) < wanted) continue;
      const choice = turns[turn]?.[at];
      if (!choice || !canFollow(path, choice, schedule)) continue;
      if (isEnd) {
        best = path[0] ?? choice;
        bestUnits = total;
      } else {
        path.push(choice);
        search(total);
        path.pop();
      }
      if (bestUnits === wanted) return;
    }
  };
  if ((most[0] ?? 0) >= wanted) search(0);
  return best;
}

/** The units until the next item begins. */
const airedUnits = ({ item, segue }: Track): number => item.units - segue;

function candidatesOf(context: MusicContext, playlist: Playlist): MusicChoice[] {
  const bag = context.bagOf(playlist);
  const urgent = urgentArtists(context, playlist, bag);
  const places = bag.next(playlist.isInOrder ? 1 : CANDIDATES, (index) => {
    const track = playlist.tracks[index];
    if (track === undefined || (urgent !== null && !urgent.has(track.artist))) return false;
    return mayAir(context, track);
  });
  const choices: MusicChoice[] = [];
  for (const place of places) {
    const track = playlist.tracks[place.index];
    if (track) choices.push({ playlist, track, place, broken: null });
  }
  return choices;
}

/**
 * The artists with most tracks at the end of a cycle, where these would otherwise come too close to each other. Null
 * when there is no hurry.
 */
function urgentArtists(context: MusicContext, playlist: Playlist, bag: Bag): Set<number> | null {
  const { artistTracks } = context.schedule;
  if (artistTracks === 0 || playlist.isInOrder) return null;
  const left = bag.left(MAX_CYCLE_END);
  if (left === null) return null;
  const counts = new Map<number, number>();
  let most = 1;
  for (const index of left) {
    const track = playlist.tracks[index];
    if (!track || track.artist === 0) continue;
    const count = (counts.get(track.artist) ?? 0) + 1;
    counts.set(track.artist, count);
    // An artist that may not air now has more time than one that may.
    if (count > most && mayAir(context, track)) most = count;
  }
  if (most === 1 || most * (artistTracks + 1) + CANDIDATES < left.length) return null;
  const urgent = [...counts].filter(([, count]) => count >= most).map(([artist]) => artist);
  return new Set(urgent);
}

/** The candidates of the playlists whose turns follow. */
function followersOf(
  context: MusicContext,
  at: number,
  playlist: Playlist,
  candidates: MusicChoice[],
): MusicChoice[][] {
  const { hours } = context;
  if (hours.playlists.length === 1) return [candidates, candidates];
  const owed = [...context.owed];
  const known = new Map([[playlist, candidates]]);
  const turns: MusicChoice[][] = [];
  for (let turn = 1, paying = at; turn < LOOK_AHEAD; turn += 1) {
    pay(hours, owed, paying);
    earn(hours, owed);
    paying = mostOwedFirst(owed)[0] ?? 0;
    const next = hours.playlists[paying]?.playlist ?? playlist;
    const choices = known.get(next) ?? candidatesOf(context, next);
    known.set(next, choices);
    turns.push(choices);
  }
  return turns;
}

function canFollow(path: MusicChoice[], choice: MusicChoice, schedule: CompiledSchedule): boolean {
  const { title, artist } = choice.track;
  for (const { track } of path) {
    if (track.title === title) return false;
    if (schedule.artistTracks > 0 && artist !== 0 && track.artist === artist) return false;
  }
  return true;
}

/** Whether a track is the song that aired last, or would end where the same song airs at its minute. */
function isRepeat({ schedule, recent, unit, hardSong }: MusicContext, track: Track): boolean {
  if (!schedule.isNeverTwice) return false;
  if (track.title === recent.lastTitle) return true;
  return hardSong?.title === track.title && hardSong.unit <= unit + airedUnits(track);
}

function mayAir(context: MusicContext, track: Track): boolean {
  if (isRepeat(context, track)) return false;
  const { schedule, recent, unit } = context;
  if (schedule.titleUnits > 0) {
    const last = recent.lastStart(track.title);
    if (last !== null && unit - last < schedule.titleUnits) return false;
  }
  return recent.tracksSince(track.artist, schedule.artistTracks) === null;
}

/**
 * When nothing may air: another song than the last one, first of the playlist that is owed most, else out of turn. The
 * same song only when the hours have no other one.
 */
function breakSeparation(context: MusicContext, byOwed: number[]): MusicChoice {
  const { hours, owed } = context;
  const isFresh = (track: Track) => !isRepeat(context, track);
  const tries: ((playlist: Playlist) => MusicChoice | null)[] = [
    (playlist) => leastBroken(context, playlist, placesOf(context, playlist, isFresh)),
    (playlist) => leastBroken(context, playlist, outOfTurn(playlist, isFresh)),
    (playlist) =>
      leastBroken(
        context,
        playlist,
        placesOf(context, playlist, () => true),
      ),
  ];
  for (const choose of tries) {
    for (const at of byOwed) {
      const playlist = hours.playlists[at]?.playlist;
      const choice = playlist && choose(playlist);
      if (!choice) continue;
      pay(hours, owed, at);
      return choice;
    }
  }
  throw new Error('A day part has no music');
}

type Place = Pick<BagPlace, 'index'> & { place: BagPlace | null };

function placesOf(
  { bagOf }: MusicContext,
  playlist: Playlist,
  isWanted: (track: Track) => boolean,
): Place[] {
  // Places that the bag refuses are skipped, so it shows all others.
  return bagOf(playlist)
    .next(playlist.isInOrder ? 1 : Infinity, (index) => {
      const track = playlist.tracks[index];
      return track !== undefined && isWanted(track);
    })
    .map((place) => ({ index: place.index, place }));
}

const outOfTurn = ({ tracks }: Playlist, isWanted: (track: Track) => boolean): Place[] =>
  tracks.flatMap((track, index) => (isWanted(track) ? [{ index, place: null }] : []));

/** Another artist than the last ones if possible, and the title that aired longest ago. Null: there is no place. */
function leastBroken(
  { schedule, recent, unit }: MusicContext,
  playlist: Playlist,
  places: Place[],
): MusicChoice | null {
  let best: { choice: MusicChoice; penalty: number; age: number } | null = null;
  for (const { index, place } of places) {
    const track = playlist.tracks[index];
    if (!track) continue;
    const age = unit - (recent.lastStart(track.title) ?? -Infinity);
    const isTitle = age < schedule.titleUnits;
    const penalty = recent.tracksSince(track.artist, schedule.artistTracks) === null ? 0 : 1;
    const broken = isTitle ? 'title' : penalty === 1 ? 'artist' : null;
    const choice = { playlist, track, place, broken } as const;
    const isBetter =
      best === null || penalty < best.penalty || (penalty === best.penalty && age > best.age);
    if (isBetter) best = { choice, penalty, age };
  }
  return best?.choice ?? null;
}
