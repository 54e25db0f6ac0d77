import type { Hash } from 'node:crypto';
import { isPictureKind, PICTURE_KINDS, type AssetKind } from '../../contract/assets/values.ts';

/** The bucket name in URLs (specification §3, Storage). */
const BUCKET_PATH = '/storage/station-assets/';

/** Each kind of sound has a folder; the operator's files have folders of their own. */
const FOLDERS = { jingle: 'jingles', radio_id: 'radio_ids', commercial: 'commercials' } as const;
const OPERATORS_FOLDER = 'operator/';

/** Only the formats that uploads are converted to. */
export const CONTENT_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  mp3: 'audio/mpeg',
} as const;
type Extension = keyof typeof CONTENT_TYPES;

const SOUND_KINDS = Object.keys(FOLDERS) as (keyof typeof FOLDERS)[];

const USER_ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const NUMBER = '[1-9]\\d{0,5}';
const soundsIn = (kinds: readonly (keyof typeof FOLDERS)[]): string =>
  `(?:${kinds.map((kind) => `${FOLDERS[kind]}/${kind}_${NUMBER}`).join('|')})\\.mp3`;
const KEY = new RegExp(
  `^${USER_ID}/(?:(?:dark_)?logo\\.(?:jpg|png|gif)|background\\.jpg|${soundsIn(SOUND_KINDS)}|` +
    `${OPERATORS_FOLDER}${soundsIn(['radio_id', 'commercial'])})$`,
);

/** Identifies one of a member's files. */
interface Place {
  /** Null for a picture. */
  number: number | null;
  is_operators: boolean;
}

/**
 * The storage key of a member's file (specification §3): `{user}/logo.{ext}`, `{user}/dark_logo.{ext}`, `{user}/background.jpg`,
 * `{user}/jingles/jingle_{n}.mp3`,
 * for the operator's files `{user}/operator/radio_ids/radio_id_{n}.mp3`. No part of it comes from a client.
 */
export function storageKey(
  userId: string,
  kind: AssetKind,
  { number, is_operators, ext }: Place & { ext: Extension },
): string {
  const folder = `${userId}/${is_operators ? OPERATORS_FOLDER : ''}`;
  const key = isPictureKind(kind)
    ? `${folder}${kind}.${ext}`
    : `${folder}${FOLDERS[kind]}/${kind}_${number}.${ext}`;
  if (!KEY.test(key)) throw new Error(`Not the key of a member’s file: ${key}`);
  return key;
}

/** The member and file that a key belongs to; null when it is not the key of a member's file. */
export function parseStorageKey(
  key: string,
): (Place & { user_id: string; kind: AssetKind }) | null {
  if (!KEY.test(key)) return null;
  const user_id = key.slice(0, key.indexOf('/'));
  const is_operators = key.startsWith(OPERATORS_FOLDER, user_id.length + 1);
  const kind = SOUND_KINDS.find((sound) => key.includes(`/${sound}_`));
  if (kind === undefined) {
    const kind = PICTURE_KINDS.find((picture) => key.startsWith(`/${picture}.`, user_id.length));
    return kind ? { user_id, kind, number: null, is_operators } : null;
  }
  const number = Number.parseInt(key.slice(key.lastIndexOf('_') + 1), 10);
  return { user_id, kind, number, is_operators };
}

/**
 * The URL of a file. The version changes with the bytes, so it may be cached for ever. Without it only pictures and
 * sound on air are served.
 */
export function assetUrl(
  publicUrl: string,
  { storage_key, version }: { storage_key: string; version: string },
): string {
  return `${publicUrl}${BUCKET_PATH}${storage_key}?v=${encodeURIComponent(version)}`;
}

/** The URL of a prepared sound in the form in which it airs. */
export const airUrl = (
  publicUrl: string,
  asset: { storage_key: string; version: string },
): string => `${assetUrl(publicUrl, asset)}&form=air`;

/**
 * The URL of a file with its name, for the station's lists of the operator's files, which hold only URLs
 * (specification §3). Storage ignores the name.
 */
export const namedAssetUrl = (
  publicUrl: string,
  asset: { storage_key: string; version: string; file_name: string },
): string => `${assetUrl(publicUrl, asset)}&name=${encodeURIComponent(asset.file_name)}`;

/** The file that a path names. */
export interface AskedFile {
  storage_key: string;
  /** The last segment of the key. */
  name: string;
  content_type: (typeof CONTENT_TYPES)[Extension];
}

/**
 * @param path as it was sent: an encoded or unnormalised path is not decoded and matches nothing
 * @returns null unless it has the form of `assetUrl`
 */
export function askedFile(path: string): AskedFile | null {
  if (!path.startsWith(BUCKET_PATH)) return null;
  const storage_key = path.slice(BUCKET_PATH.length);
  if (!KEY.test(storage_key)) return null;
  const name = storage_key.slice(storage_key.lastIndexOf('/') + 1);
  // The pattern allows only these extensions.
  const ext = name.slice(name.lastIndexOf('.') + 1) as Extension;
  return { storage_key, name, content_type: CONTENT_TYPES[ext] };
}

/** 96 bits make the versions of one file unique. */
const VERSION_LENGTH = 16;

/** The version in a file's URL. @param stored SHA-256 of the stored bytes */
export const versionFrom = (stored: Hash): string =>
  stored.digest('base64url').slice(0, VERSION_LENGTH);
