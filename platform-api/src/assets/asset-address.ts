import type { AssetKind } from '../../contract/limits.ts';

/** The one bucket, as addresses name it (specification §3, Storage). */
const BUCKET_PATH = '/storage/station-assets/';

/** Each kind of sound has a folder; what the operator has sent for a member lies in folders of its own. */
const FOLDERS = { jingle: 'jingles', radio_id: 'radio_ids', commercial: 'commercials' } as const;
const OPERATORS_FOLDER = 'operator/';

/** What a file is served as: only what our own hands have made of the bytes. */
const CONTENT_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  mp3: 'audio/mpeg',
} as const;
type Extension = keyof typeof CONTENT_TYPES;

// The names of the folders.
const SOUND_KINDS = Object.keys(FOLDERS) as (keyof typeof FOLDERS)[];

const USER_ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const NUMBER = '[1-9]\\d{0,5}';
const soundsIn = (kinds: readonly (keyof typeof FOLDERS)[]): string =>
  `(?:${kinds.map((kind) => `${FOLDERS[kind]}/${kind}_${NUMBER}`).join('|')})\\.mp3`;
const KEY = new RegExp(
  `^${USER_ID}/(?:logo\\.(?:jpg|png|gif)|${soundsIn(SOUND_KINDS)}|` +
    `${OPERATORS_FOLDER}${soundsIn(['radio_id', 'commercial'])})$`,
);

/** Which of a member's files. */
interface Place {
  /** Null: a logo. */
  number: number | null;
  is_operators: boolean;
}

/**
 * Where a member's file lies (specification §3, and their like): `{user}/logo.{ext}`,
 * `{user}/jingles/jingle_{n}.mp3`, the operator's as `{user}/operator/radio_ids/radio_id_{n}.mp3`. No word
 * of it comes from a client.
 */
export function storageKey(
  userId: string,
  kind: AssetKind,
  { number, is_operators, ext }: Place & { ext: Extension },
): string {
  const folder = `${userId}/${is_operators ? OPERATORS_FOLDER : ''}`;
  const key =
    kind === 'logo' ? `${folder}logo.${ext}` : `${folder}${FOLDERS[kind]}/${kind}_${number}.${ext}`;
  if (!KEY.test(key)) throw new Error(`Not the place of a member’s file: ${key}`);
  return key;
}

/** Whose file lies under a key, and which of theirs; null: none of a member's. */
export function placeOf(key: string): (Place & { user_id: string; kind: AssetKind }) | null {
  if (!KEY.test(key)) return null;
  const user_id = key.slice(0, key.indexOf('/'));
  const is_operators = key.startsWith(OPERATORS_FOLDER, user_id.length + 1);
  const kind = SOUND_KINDS.find((sound) => key.includes(`/${sound}_`));
  if (kind === undefined) return { user_id, kind: 'logo', number: null, is_operators };
  const number = Number.parseInt(key.slice(key.lastIndexOf('_') + 1), 10);
  return { user_id, kind, number, is_operators };
}

/** Where anybody can read it. Its version changes when the file does, so that it may be kept for ever. */
export function assetUrl(
  publicUrl: string,
  { storage_key, version }: { storage_key: string; version: string },
): string {
  return `${publicUrl}${BUCKET_PATH}${storage_key}?v=${encodeURIComponent(version)}`;
}

/**
 * The same with the file's name, for a reader who is given nothing but the address: a station's lists of
 * what the operator has sent are addresses alone (specification §3). Storage takes no notice of it.
 */
export const namedAssetUrl = (
  publicUrl: string,
  asset: { storage_key: string; version: string; file_name: string },
): string => `${assetUrl(publicUrl, asset)}&name=${encodeURIComponent(asset.file_name)}`;

/** The file that a path asks for. */
export interface AskedFile {
  storage_key: string;
  /** The key's last word. */
  name: string;
  content_type: (typeof CONTENT_TYPES)[Extension];
}

/**
 * @param path exactly as it was sent: what would have to be decoded or put right first names nothing
 * @returns null unless it has the form that `assetUrl` makes
 */
export function askedFile(path: string): AskedFile | null {
  if (!path.startsWith(BUCKET_PATH)) return null;
  const storage_key = path.slice(BUCKET_PATH.length);
  if (!KEY.test(storage_key)) return null;
  const name = storage_key.slice(storage_key.lastIndexOf('/') + 1);
  // The pattern knows these extensions alone.
  const ext = name.slice(name.lastIndexOf('.') + 1) as Extension;
  return { storage_key, name, content_type: CONTENT_TYPES[ext] };
}
