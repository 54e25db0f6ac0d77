import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildStation, buildUser } from '../../test/factories.ts';
import { buildPng, noise } from '../../test/pictures.ts';
import { getAsHost, rawRequest } from '../../test/raw-request.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { publicStationId } from '../../contract/stations/slug.ts';
import { designOfStation } from '../../contract/site/sleeve.ts';
import { drawSleevePng } from '../sleeves/sleeve-png.ts';
import { RadioStation } from '../stations/station.ts';
import { createDiskStorage } from '../assets/storage/disk-storage.ts';

const database = testDatabase();
const PUBLIC_URL = 'http://radio.example.com';

interface Manifest {
  name: string;
  start_url: string;
  icons: { src: string; sizes: string }[];
}

/** A station at `/blue` with a logo in our storage. */
async function blueWithLogo(app: TestApp, ext: 'png' | 'gif', logo: Buffer): Promise<string> {
  const { id } = await buildUser(database.knex);
  const key = `${id}/logo.${ext}`;
  const folder = await mkdtemp(join(tmpdir(), 'logo-'));
  const path = join(folder, 'logo');
  await writeFile(path, logo);
  const content_type = `image/${ext}`;
  await app.services.storage.put(key, { path, size_bytes: logo.length, content_type });
  await rm(folder, { recursive: true });
  const station_logo_url = `${PUBLIC_URL}/storage/station-assets/${key}?v=1`;
  const given = { user_id: id, station_slug: 'blue', station_logo_url };
  await buildStation(database.knex, given);
  return station_logo_url;
}

async function pictureAt(app: TestApp, path: string) {
  const answer = await app.get(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { width, height } = await sharp(bytes).metadata();
  const pixels = await sharp(bytes).removeAlpha().raw().toBuffer();
  const at = (x: number, y: number) => [...pixels.subarray((y * width + x) * 3).subarray(0, 3)];
  return { bytes, width, height, at };
}

const RED = buildPng({ width: 100, height: 50, color: [255, 0, 0] });
const WHITE = [255, 255, 255];

describe('a station’s page as an app', () => {
  it.each([
    ['radio.example.com', '/blue/manifest.webmanifest', '/blue'],
    ['radio.example.com', '/radio/blue/manifest.webmanifest', '/radio/blue'],
    ['blue.example.com', '/manifest.webmanifest', '/'],
  ])('has a manifest with the station’s name and scope at %s%s', async (host, path, page) => {
    await buildStation(database.knex, { station_slug: 'blue', station_name: 'Blue “Café” </b>' });
    const app = await startApp(database);
    const { status, head, body } = await getAsHost(app.url, host, path);
    expect(status).toBe(200);
    expect(head).toContain('Content-Type: application/manifest+json');
    expect(JSON.parse(body)).toMatchObject({
      name: 'Blue “Café” </b>',
      start_url: page,
      scope: page,
      id: page,
      display: 'standalone',
      background_color: '#FFFFFF',
      theme_color: '#1a0a53',
    });
    const { body: html } = await getAsHost(app.url, host, path.replace('manifest.webmanifest', ''));
    expect(html).toContain(`<link rel="manifest" href="${path}"`);
  });

  it.each(['/absent', '', '/login', '/blue/tv', '/radio', '/blue/more'])(
    'returns 404 at %s',
    async (path) => {
      await buildStation(database.knex, { station_slug: 'blue' });
      const app = await startApp(database);
      for (const file of ['manifest.webmanifest', 'icon-192.png', 'offline.html']) {
        const { status } = await getAsHost(app.url, 'radio.example.com', `${path}/${file}`);
        expect([path, file, status]).toEqual([path, file, 404]);
      }
    },
  );

  it('has icons made from the station’s logo in each size', async () => {
    const app = await startApp(database, { publicUrl: PUBLIC_URL });
    await blueWithLogo(app, 'png', RED);
    const manifest = await json<Manifest>(await app.get('/blue/manifest.webmanifest'));
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
    for (const { src, sizes } of manifest.icons) {
      const { width, height, at } = await pictureAt(app, src);
      expect(`${width}x${height}`).toBe(sizes);
      expect(at(width / 2, height / 2)).toEqual([255, 0, 0]);
      expect(at(0, 0)).toEqual(WHITE);
    }
    const touch = await pictureAt(app, '/blue/apple-touch-icon.png');
    expect([touch.width, touch.height]).toEqual([180, 180]);
  });

  it('has its sleeve as a picture of its own, also where it has a logo', async () => {
    const app = await startApp(database, { publicUrl: PUBLIC_URL });
    await blueWithLogo(app, 'png', RED);
    const { width, height, at } = await pictureAt(app, '/blue/sleeve.png');
    expect([width, height]).toEqual([600, 600]);
    expect(at(width / 2, height / 2)).not.toEqual([255, 0, 0]);
  });

  it('keeps the logo inside the safe zone of a maskable icon', async () => {
    const app = await startApp(database, { publicUrl: PUBLIC_URL });
    await blueWithLogo(app, 'png', buildPng({ width: 64, height: 64, color: [255, 0, 0] }));
    const { width, at } = await pictureAt(app, '/blue/icon-maskable-512.png');
    const middle = width / 2;
    // The safe zone's radius is two fifths of the width (W3C Web Application Manifest).
    const steps = Array.from({ length: width / 4 }, (_, step) => step * 4);
    const outside = steps
      .flatMap((x) => steps.map((y) => [x, y] as const))
      .filter(([x, y]) => Math.hypot(x - middle, y - middle) > width * 0.4);
    expect(new Set(outside.map(([x, y]) => String(at(x, y))))).toEqual(new Set([String(WHITE)]));
    expect(at(middle, middle)).toEqual([255, 0, 0]);
  });

  it('draws the station’s sleeve in its colour when the logo is not in our storage', async () => {
    const { id } = await buildStation(database.knex, {
      station_slug: 'blue',
      accent_colour: '#0d6e8f',
      station_logo_url: 'http://127.0.0.1:1/logo.png',
    });
    const app = await startApp(database);
    const design = designOfStation({ station: publicStationId(id), accent: '#0d6e8f' });
    for (const [name, size] of [
      ['icon-512.png', 512],
      ['icon-maskable-512.png', 512],
      ['apple-touch-icon.png', 180],
    ] as const) {
      const { bytes, width } = await pictureAt(app, `/blue/${name}`);
      expect([name, width]).toEqual([name, size]);
      expect(bytes.equals(await drawSleevePng(design, size))).toBe(true);
    }
  });

  it.each([
    ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['cut off', buildPng({ width: 100, height: 50 }).subarray(0, 60)],
    ['too large', buildPng({ width: 4_000, height: 4_000, color: null })],
  ])('draws the station’s sleeve as its icon when the logo is %s', async (_what, logo) => {
    const app = await startApp(database, { publicUrl: PUBLIC_URL });
    await blueWithLogo(app, 'png', logo);
    const { id } = await RadioStation.query(database.knex)
      .findOne({ station_slug: 'blue' })
      .throwIfNotFound();
    const design = designOfStation({ station: publicStationId(id), accent: null });
    const { bytes } = await pictureAt(app, '/blue/icon-192.png');
    expect(bytes.equals(await drawSleevePng(design, 192))).toBe(true);
  });

  it('changes with a new logo, and answers 304 when the ETag matches', async () => {
    const app = await startApp(database, { publicUrl: PUBLIC_URL });
    await blueWithLogo(app, 'gif', await noise('gif'));
    const icon = async () =>
      (await json<Manifest>(await app.get('/blue/manifest.webmanifest'))).icons[0]?.src ?? '';
    const before = await icon();
    const answer = await app.get(before);
    const etag = answer.headers.get('etag') ?? '';
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600, stale-if-error=3600');
    const again = await rawRequest(
      app.url,
      `GET ${before} HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: ${etag}\r\nConnection: close\r\n\r\n`,
    );
    expect(again).toMatch(/^HTTP\/1\.1 304 /);
    await database.knex('radio_stations').update({ station_logo_url: null });
    await vi.waitFor(async () => expect(await icon()).not.toBe(before), { timeout: 20_000 });
    const { bytes } = await pictureAt(app, await icon());
    expect(bytes.equals(Buffer.from(await answer.arrayBuffer()))).toBe(false);
  });

  it('reads a logo once for many concurrent icon requests', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'storage-'));
    const disk = createDiskStorage(folder);
    let opened = 0;
    const storage = {
      ...disk,
      open: (...asked: Parameters<typeof disk.open>) => {
        opened += 1;
        return disk.open(...asked);
      },
    };
    const app = await startApp(database, { publicUrl: PUBLIC_URL, storage });
    await blueWithLogo(app, 'png', RED);
    await Promise.all(Array.from({ length: 20 }, () => pictureAt(app, '/blue/icon-192.png')));
    expect(opened).toBe(1);
    await rm(folder, { recursive: true });
  });
});

describe('the offline screen', () => {
  it('is one document in the visitor’s language with the page’s strict policy', async () => {
    await buildStation(database.knex, {
      station_slug: 'blue',
      station_name: '</script><script>alert(1)</script>',
    });
    const app = await startApp(database);
    const answer = await app.get('/blue/offline.html', { headers: { 'Accept-Language': 'de-AT' } });
    const body = await answer.text();
    expect(body).toContain('Sie sind offline');
    expect(body).not.toContain('<script>alert');
    expect(body.match(/(?:src|href)="(?!data:image\/(?:png;base64|svg\+xml),)/)).toBeNull();
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await (await app.get('/blue/offline.html?lang=es')).text()).toContain('Reintentar');
  });

  it('has the logo in its own shape, and clear where the logo is', async () => {
    const app = await startApp(database, { publicUrl: PUBLIC_URL });
    const create = { width: 600, height: 200, channels: 4, background: '#ff000080' } as const;
    await blueWithLogo(app, 'png', await sharp({ create }).png().toBuffer());
    const { bytes, width, height } = await pictureAt(app, '/blue/logo.png');
    expect(width / height).toBeCloseTo(3, 1);
    expect((await sharp(bytes).stats()).isOpaque).toBe(false);
    const document = await (await app.get('/blue/offline.html')).text();
    expect(document).toContain(bytes.toString('base64'));
  });

  it('is cached by a service worker at the root of each of our hosts', async () => {
    const app = await startApp(database);
    for (const host of ['radio.example.com', 'blue.example.com']) {
      const { status, head, body } = await getAsHost(app.url, host, '/station-worker.js');
      expect(status).toBe(200);
      expect(head).toContain('Content-Type: text/javascript');
      expect(head).toContain('Cache-Control: no-cache');
      expect(head).toMatch(/Content-Security-Policy: default-src 'none'.*connect-src 'self'/);
      expect(body).toContain('offline.html');
    }
    expect((await getAsHost(app.url, 'evil.test', '/station-worker.js')).status).toBe(404);
  });
});
