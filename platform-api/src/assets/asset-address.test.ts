import { describe, expect, it } from 'vitest';
import { askedFile, assetUrl, storageKey } from './asset-address.ts';

const USER = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10';

describe('the place of a member’s file', () => {
  it.each([
    [storageKey(USER, 'logo', { number: null, ext: 'jpg' }), 'logo.jpg', 'image/jpeg'],
    [storageKey(USER, 'logo', { number: null, ext: 'png' }), 'logo.png', 'image/png'],
    [storageKey(USER, 'logo', { number: null, ext: 'gif' }), 'logo.gif', 'image/gif'],
    [storageKey(USER, 'jingle', { number: 1, ext: 'mp3' }), 'jingles/jingle_1.mp3', 'audio/mpeg'],
    [
      storageKey(USER, 'radio_id', { number: 12, ext: 'mp3' }),
      'radio_ids/radio_id_12.mp3',
      'audio/mpeg',
    ],
    [
      storageKey(USER, 'commercial', { number: 3, ext: 'mp3' }),
      'commercials/commercial_3.mp3',
      'audio/mpeg',
    ],
  ])('%s', (key, place, content_type) => {
    expect(key).toBe(`${USER}/${place}`);
    const url = new URL(
      assetUrl('https://radio.example.com', { storage_key: key, version: 'a_1' }),
    );
    expect(url.href).toBe(`https://radio.example.com/storage/station-assets/${key}?v=a_1`);
    const name = place.split('/').at(-1);
    expect(askedFile(url.pathname)).toEqual({ storage_key: key, name, content_type });
  });

  it.each([
    ['..', 'logo', { number: null, ext: 'png' }],
    [`${USER}/..`, 'logo', { number: null, ext: 'png' }],
    [USER, 'jingle', { number: null, ext: 'mp3' }],
    [USER, 'jingle', { number: 0, ext: 'mp3' }],
    [USER, 'jingle', { number: 1.5, ext: 'mp3' }],
    [USER, 'jingle', { number: 1, ext: 'png' }],
    [USER, 'logo', { number: null, ext: 'mp3' }],
  ] as const)('is never made of %s, %s, %j', (user, kind, file) => {
    expect(() => storageKey(user, kind, file)).toThrow('Not the place of a member’s file');
  });
});
