import { isRecord } from './read-fields.ts';
import { fieldsOf, trackIn, words } from './track-fields.ts';
import { SLOTS, type Connector, type RawTrack, type Slot, type TrackSet } from './track-set.ts';

/**
 * Our own format: one track as `{title, artist, album, cover}` or as a text "Artist - Title", used for every
 * slot; or all three as `{previous, current, next}`, the form of our own now-playing. Other programs put the same under
 * names of their own, which `track-fields.ts` and the tables here list.
 */
export const readFlat: Connector = (document) => {
  const own = trackIn(document);
  const slots = own?.artist ? null : readSlots(document);
  if (slots && (!own || slots.current?.artist)) return slots;
  const found = findTrack(document, 0);
  return found === undefined ? null : { previous: found, current: found, next: found };
};

/** Names are compared as `plain` writes them. */
const SLOT_NAMES: Record<Slot, readonly string[]> = {
  previous: words('previous prev previoussong prevtrack previoustrack'),
  current: words('current now song currenttrack currentsong nowplaying playing onair'),
  next: words('next nextsong nexttrack playingnext upnext'),
};
/** These say that the others are slots, although the current one may be missing. */
const SONGS = words('previoussong nextsong prevtrack previoustrack nexttrack');
const SLOT_WRAPPERS = words('playlist sr info tracks data nowplaying');

function readSlots(document: unknown, depth = 0): TrackSet | null {
  if (!isRecord(document)) return null;
  const fields = fieldsOf(document);
  const isSlot = (name: string): boolean => fields.has(name) && maySlot(fields.get(name));
  const named = SLOTS.flatMap((slot) => {
    const name = SLOT_NAMES[slot].find(isSlot);
    return name === undefined ? [] : [[slot, fields.get(name)] as const];
  });
  const hasSongs = SONGS.some((name) => fields.has(name));
  const hasCurrent = isSlot('current');
  const isOurs =
    hasCurrent || hasSongs || (named.length > 1 && named.some(([slot]) => slot === 'current'));
  if (isOurs) return readNamed(named, hasSongs);
  const wrapper = SLOT_WRAPPERS.find((name) => fields.has(name));
  return wrapper === undefined || depth > 1 ? null : readSlots(fields.get(wrapper), depth + 1);
}

/** A number is a time, as R/a/dio has under `current`, and an address is the next page of a list. */
const maySlot = (value: unknown): boolean =>
  typeof value !== 'number' && !(typeof value === 'string' && URL.canParse(value));

function readNamed(named: (readonly [Slot, unknown])[], hasSongs: boolean): TrackSet | null {
  const tracks = named.map(([slot, value]) => [slot, findTrack(value, 1)] as const);
  // An object that has neither title nor artist is another format, not silence.
  const isOther = named.some(
    ([, value], index) =>
      isRecord(value) && Object.keys(value).length > 0 && !isKnown(tracks[index]),
  );
  if (isOther) return null;
  return {
    ...(hasSongs && { current: null }),
    ...Object.fromEntries(tracks.map(([slot, track]) => [slot, track ?? null])),
  };
}

const isKnown = (read: readonly [Slot, unknown] | undefined): boolean => read?.[1] !== undefined;

/** Where programs put the current track, compared as `plain` writes them. A text counts under the marked names. */
const CURRENT_WRAPPERS = wrappers(
  'currenttrack! nowplaying! streamtitle! currentsong! np! track! currentlyplaying! playingnow! onair playing',
  'song onnow now current schedcurrent stationnowplaying playingitem songinfo',
);
/**
 * Other names, and those of lists that begin with the current track. Under those with a question mark there may be other
 * things with a title: the track has an artist, too.
 */
const WRAPPERS = wrappers(
  'recording titles segment trackmetadata item entry event roottab performances docs itms songlist songs items results',
  'tracks recentlyplayed playedtracks listens playlist tracklist recenttracks playouts getplayouts radiotrackplays onairs',
  'property properties data response payload result body? main subsonicresponse nowplayinginfolist nowplayinginfo',
  'nexgenaudioexport audio events ss32event prog morceau mitem2 tag tags info? station? stations? channel? streaming?',
  'stream? streams? metadata! meta!',
);

interface Wrapper {
  name: string;
  isText: boolean;
  needsArtist: boolean;
}

function wrappers(...lines: string[]): Wrapper[] {
  return words(...lines).map((word) => ({
    name: word.replace(/[!?]/, ''),
    isText: word.endsWith('!'),
    needsArtist: word.endsWith('?'),
  }));
}

/** Documents are searched so far. */
const MAX_DEPTH = 6;

/**
 * The track in a document.
 * @returns null if the document says that none plays now, undefined if it is of no known form
 */
function findTrack(value: unknown, depth: number): RawTrack | null | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const inside = first(value);
  if (depth > 0 && isRecord(inside) && isOver(inside)) return null;
  // Texts in a list are anything.
  if (Array.isArray(value) && typeof inside === 'string') return undefined;
  const own = trackIn(inside);
  if (own?.artist || !isRecord(inside)) return own ?? undefined;
  // A title beside a track is the name of the station or of the programme: the track has an artist.
  const current = findWithin(inside, depth, CURRENT_WRAPPERS);
  if (own) return current?.artist ? current : own;
  return current === undefined ? findWithin(inside, depth, WRAPPERS) : current;
}

function findWithin(
  value: Record<string, unknown>,
  depth: number,
  names: Wrapper[],
): RawTrack | null | undefined {
  const fields = fieldsOf(value);
  for (const { name, isText, needsArtist } of names) {
    const field = fields.get(name);
    // Triton's list is empty while no song plays. XML has no list of one.
    if (name === 'nowplayinginfolist' && field === '') return null;
    const within = name === 'property' ? objectOfPairs([field].flat()) : first(field);
    if (!isRecord(within) && !(isText && typeof within === 'string')) continue;
    const found = findTrack(within, depth + 1);
    if (found !== undefined && (found?.artist || !needsArtist)) return found;
  }
  return undefined;
}

/**
 * Of a list the one that plays now, or else the first. A list of names and values is an object, and an object with the
 * names 0, 1, 2 is a list, as PHP writes one. Centova has a list in a list.
 */
function first(value: unknown): unknown {
  const list = isRecord(value) && isNumbered(value) ? Object.values(value) : value;
  if (!Array.isArray(list)) return list;
  const chosen: unknown =
    objectOfPairs(list) ?? list.find((each) => isRecord(each) && isNow(each)) ?? list[0];
  return Array.isArray(chosen) ? chosen[0] : chosen;
}

function isNumbered(value: Record<string, unknown>): boolean {
  const keys = Object.keys(value);
  return '0' in value && keys.every((key) => /^\d{1,4}$/.test(key));
}

/** `[["title", "…"], …]`, `[{key: "TITLE", value: "…"}, …]` or XML's `[{name: "title", "#text": "…"}, …]`. */
function objectOfPairs(list: unknown[]): Record<string, unknown> | null {
  const pairs = list.map((each): [unknown, unknown] => {
    if (Array.isArray(each)) return [each[0], each[1]];
    if (!isRecord(each)) return [undefined, undefined];
    return [each.key ?? each.name, each.value ?? each['#text']];
  });
  const isPairs = pairs.every(
    ([key, value]) => typeof key === 'string' && typeof value === 'string',
  );
  return list.length > 0 && isPairs ? Object.fromEntries(pairs) : null;
}

/** Marks of the track that plays now, as lists of played tracks have. */
function marksOf({
  isPlayingNow,
  now_playing,
  playing,
  offset,
  play_type,
}: Record<string, unknown>) {
  const ofOffset = isRecord(offset) ? offset.now_playing : undefined;
  const isBreak = play_type === 'airbreak' ? false : undefined;
  return [isPlayingNow, now_playing, playing, ofOffset, isBreak];
}
const isNow = (value: Record<string, unknown>): boolean =>
  marksOf(value).includes(true) ||
  /^(?:now|playing)$/i.test(String(value.onairType ?? value.status));
const isOver = (value: Record<string, unknown>): boolean => marksOf(value).includes(false);
