import type { AssetKind } from '../../contract/limits.ts';

/** The one bucket, as addresses name it (specification §3, Storage). */
const BUCKET_PATH = '/storage/station-assets/';

/** Each kind of sound has a folder. */
const FOLDERS = { jingle: 'jingles', radio_id: 'radio_ids', commercial: 'commercials' } as const;

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
const KEY = new RegExp(
  `^${USER_ID}/(logo\\.(?:jpg|png|gif)|(?:${SOUND_KINDS.map(
    (kind) => `${FOLDERS[kind]}/${kind}_${NUMBER}`,
  ).join('|')})\\.mp3)$`,
);

/**
 * Where a member's file lies (specification §3, and their like): `{user}/logo.{ext}`,
 * `{user}/jingles/jingle_{n}.mp3`. No word of it comes from a client.
 */
export function storageKey(
  userId: string,
  kind: AssetKind,
  { number, ext }: { number: number | null; ext: Extension },
): string {
  const key =
    kind === 'logo'
      ? `${userId}/logo.${ext}`
      : `${userId}/${FOLDERS[kind]}/${kind}_${number}.${ext}`;
  if (!KEY.test(key)) throw new Error(`Not the place of a member’s file: ${key}`);
  return key;
}

/** Whose file lies under a key, and which of theirs; null: none of a member's. */
export function placeOf(
  key: string,
): { user_id: string; kind: AssetKind; number: number | null } | null {
  if (!KEY.test(key)) return null;
  const user_id = key.slice(0, key.indexOf('/'));
  const kind = SOUND_KINDS.find((sound) => key.includes(`/${sound}_`));
  if (kind === undefined) return { user_id, kind: 'logo', number: null };
  return { user_id, kind, number: Number.parseInt(key.slice(key.lastIndexOf('_') + 1), 10) };
}

/** Where anybody can read it. Its version changes when the file does, so that it may be kept for ever. */
export function assetUrl(
  publicUrl: string,
  { storage_key, version }: { storage_key: string; version: string },
): string {
  return `${publicUrl}${BUCKET_PATH}${storage_key}?v=${encodeURIComponent(version)}`;
}

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
