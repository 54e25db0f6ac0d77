import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { buildPng } from '../../test/pictures.ts';
import { createDiskStorage } from '../assets/storage/disk-storage.ts';
import { createStationIcons } from './station-icons.ts';

const PUBLIC_URL = 'http://radio.example.com';

it('many icon requests read one logo at a time, and the excess is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'icons-'));
  const disk = createDiskStorage(folder);
  const key = '6f2f9b1e-62f5-4d0c-9d3a-0c1f2f7b8a11/logo.png';
  const path = join(folder, 'logo.png');
  const logo = buildPng({ width: 40, height: 40 });
  await writeFile(path, logo);
  await disk.put(key, { path, size_bytes: logo.length, content_type: 'image/png' });
  let reading = 0;
  let mostAtOnce = 0;
  const storage: typeof disk = {
    ...disk,
    async open(asked) {
      reading += 1;
      mostAtOnce = Math.max(mostAtOnce, reading);
      const object = await disk.open(asked);
      object?.stream.once('end', () => (reading -= 1));
      return object;
    },
  };
  const log = pino({ level: 'silent' });
  const icons = createStationIcons({ storage, publicUrl: PUBLIC_URL, log });
  const drawn = await Promise.allSettled(
    Array.from({ length: 100 }, (_, index) =>
      icons.draw(
        {
          public_id: 'st_1',
          station_logo_url: `${PUBLIC_URL}/storage/station-assets/${key}?v=${index}`,
        },
        'icon-192.png',
      ),
    ),
  );
  const refused = drawn.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused.length).toBeGreaterThan(50);
  expect(refused[0]).toMatchObject({ status: 503 });
  expect(mostAtOnce).toBe(1);
  await rm(folder, { recursive: true });
});
