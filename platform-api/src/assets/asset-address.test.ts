import { describe, expect, it } from 'vitest';
import {
  askedFile,
  assetUrl,
  namedAssetUrl,
  parseStorageKey,
  storageKey,
} from './asset-address.ts';

const USER = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10';
const ORIGIN = 'https://radio.example.com';

/** The key of a member's own file by default. */
const keyOf = (
  kind: Parameters<typeof storageKey>[1],
  file: Partial<Parameters<typeof storageKey>[2]>,
  user = USER,
) => storageKey(user, kind, { number: null, is_operators: false, ext: 'mp3', ...file });

describe('the storage key of a member’s file', () => {
  it.each([
    [keyOf('logo', { ext: 'jpg' }), 'logo.jpg', 'image/jpeg'],
    [keyOf('logo', { ext: 'png' }), 'logo.png', 'image/png'],
    [keyOf('logo', { ext: 'gif' }), 'logo.gif', 'image/gif'],
    [keyOf('jingle', { number: 1 }), 'jingles/jingle_1.mp3', 'audio/mpeg'],
    [keyOf('radio_id', { number: 12 }), 'radio_ids/radio_id_12.mp3', 'audio/mpeg'],
    [keyOf('commercial', { number: 3 }), 'commercials/commercial_3.mp3', 'audio/mpeg'],
    [
      keyOf('radio_id', { number: 12, is_operators: true }),
      'operator/radio_ids/radio_id_12.mp3',
      'audio/mpeg',
    ],
    [
      keyOf('commercial', { number: 3, is_operators: true }),
      'operator/commercials/commercial_3.mp3',
      'audio/mpeg',
    ],
  ])('is built, put into a URL and parsed back: %s', (key, place, content_type) => {
    expect(key).toBe(`${USER}/${place}`);
    const url = new URL(assetUrl(ORIGIN, { storage_key: key, version: 'a_1' }));
    expect(url.href).toBe(`${ORIGIN}/storage/station-assets/${key}?v=a_1`);
    const name = place.split('/').at(-1);
    expect(askedFile(url.pathname)).toEqual({ storage_key: key, name, content_type });
  });

  it.each([
    ['logo', { number: null, is_operators: false }],
    ['jingle', { number: 7, is_operators: false }],
    ['radio_id', { number: 7, is_operators: false }],
    ['radio_id', { number: 12, is_operators: true }],
    ['commercial', { number: 3, is_operators: true }],
  ] as const)('parses into the owner, kind and number: %s, %j', (kind, place) => {
    const key = keyOf(kind, { ...place, ext: kind === 'logo' ? 'png' : 'mp3' });
    expect(parseStorageKey(key)).toEqual({ user_id: USER, kind, ...place });
  });

  it.each([
    ['..', 'logo', { ext: 'png' }],
    [`${USER}/..`, 'logo', { ext: 'png' }],
    [USER, 'jingle', {}],
    [USER, 'jingle', { number: 0 }],
    [USER, 'jingle', { number: 1.5 }],
    [USER, 'jingle', { number: 1, ext: 'png' }],
    [USER, 'logo', {}],
    [USER, 'logo', { ext: 'png', is_operators: true }],
    [USER, 'jingle', { number: 1, is_operators: true }],
  ] as const)('is never built from %s, %s, %j', (user, kind, file) => {
    expect(() => keyOf(kind, file, user)).toThrow('Not the key of a member’s file');
  });

  it('can be put into a URL with any file name', () => {
    const storage_key = keyOf('radio_id', { number: 1, is_operators: true });
    for (const file_name of ['Good morning.mp3', 'a&v=b#c?d.mp3', 'Früh “am” Morgen 🎷.mp3']) {
      const url = new URL(namedAssetUrl(ORIGIN, { storage_key, version: 'a_1', file_name }));
      expect(askedFile(url.pathname)).toMatchObject({ storage_key });
      expect(Object.fromEntries(url.searchParams)).toEqual({ v: 'a_1', name: file_name });
    }
  });
});
