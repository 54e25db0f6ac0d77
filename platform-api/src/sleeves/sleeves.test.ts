import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import type { NowPlaying, Track } from '../../contract/stations/schemas.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation } from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { sleevesFeature } from './feature.ts';

const database = testDatabase();
const PUBLIC_URL = 'http://radio.example.com';
const SECRETS = ['the secret of the tests, which nobody else has'];
const station = { id: 'a-station', accent_colour: '#7a2e1d' };
const bare = { title: 'A', artist: 'B', cover: `${PUBLIC_URL}/sdk/placeholder-cover.svg` };
const pathOf = (address: string): string => new URL(address).pathname;

/** The sleeve's path as another replica computes it. */
const sleevePath = (secrets = SECRETS): string =>
  pathOf(sleevesFeature({ secrets, publicUrl: PUBLIC_URL }).dress(bare, station).cover);

async function coverOf(app: TestApp, slug: string): Promise<string> {
  const { current } = await json<NowPlaying>(await app.get(`/v1/stations/${slug}/now-playing`));
  return current?.cover ?? '';
}

describe('the address of a sleeve', () => {
  it('is now-playing’s cover of a track without one, in the station’s colour', async () => {
    await buildStation(database.knex, {
      station_slug: 'blue',
      accent_colour: '#7a2e1d',
      current_track_data: 'not an address',
    });
    const app = await startApp(database, { publicUrl: PUBLIC_URL });
    const cover = await coverOf(app, 'blue');
    expect(cover).toMatch(/^http:\/\/radio\.example\.com\/covers\/sleeve\/2-7a2e1d-[^/]*\.svg$/);
    const answer = await app.get(pathOf(cover));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await answer.text()).toMatch(/^<svg /);
  });

  it('is the same on every replica, and works after the secret has been rotated', async () => {
    const app = await startApp(database, { publicUrl: PUBLIC_URL, secrets: ['newer', ...SECRETS] });
    expect(sleevePath()).toBe(sleevePath());
    expect((await app.get(sleevePath())).status).toBe(200);
    expect((await app.get(sleevePath(['newer']))).status).toBe(200);
    expect((await app.get(sleevePath(['another']))).status).toBe(404);
  });

  it('has a PNG beside it, for systems that show no SVG', async () => {
    const app = await startApp(database, { publicUrl: PUBLIC_URL });
    const answer = await app.get(sleevePath().replace('.svg', '.png'));
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 600, height: 600 });
    expect(bytes.length).toBeLessThan(16_384);
  });

  it.each([
    ['another colour', (path: string) => path.replace('7a2e1d', 'ff0000')],
    [
      'another form',
      (path: string) => path.replace(/-(\d)(\d{3}-)/, (_, form, rest) => `-${9 - form}${rest}`),
    ],
    ['a file elsewhere', (path: string) => path.replace(/\d+-/, '..%2F')],
    ['another format', (path: string) => path.replace('.svg', '.gif')],
    ['no signature', (path: string) => path.replace(/-.{12}\.svg$/, '.svg')],
  ])('draws nothing for %s: only signed addresses do', async (_what, change) => {
    const app = await startApp(database, { publicUrl: PUBLIC_URL });
    const changed = change(sleevePath());
    expect(changed).not.toBe(sleevePath());
    expect((await app.get(changed)).status).toBe(404);
  });

  it('replaces no cover that a track has', () => {
    const sleeves = sleevesFeature({ secrets: SECRETS, publicUrl: PUBLIC_URL });
    const track: Track = { ...bare, cover: 'https://art.example/1.jpg' };
    expect(sleeves.dress(track, station)).toBe(track);
    expect(sleeves.dress(null, station)).toBeNull();
  });
});
