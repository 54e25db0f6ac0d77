// The names under which programs write the fields of a track.
import { isRecord, recordsOf, secondsOf, textOf, titleAndArtist } from './read-fields.ts';
import type { RawTrack } from './track-set.ts';

type Fields = Record<string, unknown>;

/** Names are compared without case and without `_`, `-` and spaces: `songTitle`, `song_title` and `SONG-TITLE` are one. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[_\- ]/g, '');

export const words = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' '));

/** The first that has a value counts. */
const TITLES = words(
  'title currenttracktitle tracktitle songtitle cuetitle nowplayingtrack nowplayingtitle song',
  'songname trackname displaytitle tit2 titre chanson track titlehtml artisttitle fulltitle nowplayingtext',
);
const ARTISTS = words(
  'artist currenttrackartist trackartist trackartistname artistname songartist nowplayingartist artists artiste',
  'interpreter interpret chanteur singer performer performers author authors auteur composer creator tpe1',
  'artisthtml displayartist',
);

/** A title and an artist whose names alone could be anything: both must be there. */
const PAIRS = [
  ['secondary', 'primary'],
  ['firstline', 'secondline'],
  ['tit', 'art'],
  ['iname', 'iartist'],
  ['currentsong', 'currentartist'],
  ['currenttitle', 'currentartist'],
  ['name', 'artist'],
  ['name', 'artistname'],
] as const;

const ALBUMS = words(
  'album release albumtitle albumname collectionname releasename talb cd titrealbum trackalbumname albums',
  'albumhtml',
);
const COVERS = words(
  'cover image imageurl albumart art artwork artworkurl artworkurllarge artworkurls artworksrc albumarturl',
  'albumimage coverurl covermedium coverart thumbnail thumb thumbnailuri thumbnailmedium largeimage imagepath',
  'wxxxalbumart img imgurl iimg pochette picture nowplayingimage',
);

/** Times of other programs. A text among them counts with its zone alone: the others are local to the station. */
const TIMES = words('playedat starttime songstart startts');
const ZONED = /(?:Z|[+-]\d\d:?\d\d)$/;

/** The fields of an object by their plain names; of several with the same name the first. */
export function fieldsOf(value: Fields): Map<string, unknown> {
  const entries = Object.entries(value).map(([key, field]) => [plain(key), field] as const);
  return new Map(entries.toReversed());
}

/** The first of these fields that has a text, or else the first. */
function fieldOf(fields: Map<string, unknown>, names: readonly string[]): unknown {
  const found = names.filter((name) => fields.has(name)).map((name) => fields.get(name));
  return found.find((field) => nameOf(field)?.trim()) ?? found[0];
}

/** Lists of artists are cut to this number. */
const MAX_NAMES = 5;

/** The text of a field: of the field itself, of the `name` or `title` within it, or of each in a list. */
function nameOf(field: unknown): string | undefined {
  if (Array.isArray(field)) {
    const names = field
      .slice(0, MAX_NAMES)
      .map((each) => (Array.isArray(each) ? '' : nameOf(each)));
    return names.filter((name) => name?.trim()).join(', ') || undefined;
  }
  if (!isRecord(field)) return textOf(field);
  const within = ['name', 'artist_name', 'title', '#text', 'text'].map((key) => textOf(field[key]));
  return within.find((name) => name?.trim());
}

/** The address of a picture; a placeholder in it, as `{recipe}`, is not ours to fill in. */
function addressOf(field: unknown): string | undefined {
  const picture: unknown = Array.isArray(field) ? field[0] : field;
  const address = textOf(
    isRecord(picture) ? (picture.large ?? picture.url ?? picture.src) : picture,
  );
  return address?.includes('{') ? undefined : address;
}

function startOf(fields: Map<string, unknown>): number | undefined {
  const own = secondsOf(fields.get('startedat'));
  if (own !== undefined) return own;
  const other = fieldOf(fields, TIMES);
  const isLocal = typeof other === 'string' && Number.isNaN(Number(other)) && !ZONED.test(other);
  return isLocal ? undefined : secondsOf(other);
}

/**
 * The track whose fields are in a value, or which is a text "Artist - Title".
 * @returns null without one
 */
export function trackIn(value: unknown): RawTrack | null {
  if (typeof value === 'string') return titleAndArtist(textOf(value));
  if (!isRecord(value)) return null;
  const fields = fieldsOf(value);
  const pair = PAIRS.find((names) => names.every((name) => fields.has(name)));
  const titles = TITLES.filter((name) => fields.has(name) && !isTrackItself(fields.get(name)));
  if (titles.length === 0 && !pair && !fields.has('artist')) return null;
  const [title, artist] =
    titles.length === 0 && pair
      ? pair.map((name) => fields.get(name))
      : [fieldOf(fields, titles), fieldOf(fields, ARTISTS)];
  const covers = COVERS.filter((name) => !pair?.some((used) => used === name));
  return {
    ...titleAndArtist(nameOf(title), nameOf(artist)),
    album: nameOf(fieldOf(fields, ALBUMS)),
    cover: addressOf(fieldOf(fields, covers)),
    started_at: startOf(fields),
  };
}

/** `song` and `track` are the title in some programs, and the track itself in others. */
function isTrackItself(field: unknown): boolean {
  return isRecord(field) || recordsOf(field).length > 0;
}
