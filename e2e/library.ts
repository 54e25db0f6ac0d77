import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Stationhouse } from './stationhouse.ts';

const DEMO = fileURLToPath(new URL('../platform-api/audio/demo', import.meta.url));

/** A unit of 192 ms at 128 kbit/s, in bytes. */
const UNIT_BYTES = 3_072;

/** Fills the library with made-up tracks, all of which sound like one recording of the demo. */
export async function fillLibrary({ dataDir, query }: Stationhouse): Promise<void> {
  const [name = ''] = (await readdir(DEMO)).filter((file) => file.endsWith('.mp3'));
  const recording = await readFile(join(DEMO, name));
  const firstFrame = recording.indexOf(Buffer.of(0xff, 0xfb));
  const units = Math.floor((recording.length - firstFrame) / UNIT_BYTES);
  const size_bytes = units * UNIT_BYTES;
  const sound = recording.subarray(firstFrame, firstFrame + size_bytes);
  // Named as prepared files are, by the hash of its content.
  const key = `library/prepared/${createHash('sha256').update(sound).digest('hex')}.mp3`;
  await mkdir(join(dataDir, 'storage/library/prepared'), { recursive: true });
  await writeFile(join(dataDir, 'storage', key), sound);
  await query('delete from station_schedules');
  await query('delete from playlists');
  await query('delete from library_tracks');
  await query(
    `with files as (
       insert into prepared_files (id, source_hash, state, renditions, units, segue_units, intro_units, peaks, loudness_lufs)
       select gen_random_uuid(), gen_random_uuid(), 'ready', $1, $2, 25, 60,
         array(select abs(sin(n / 9.0)) * 0.8 from generate_series(1, 120) n), -16
       from generate_series(1, 230)
       returning id
     ), numbered as (select id, row_number() over () as n from files)
     insert into library_tracks (id, prepared_file_id, file_name, title, artist, album, genre, mood,
       energy, year, is_explicit, duration_seconds)
     select id, id, 'Music/' || n || '.flac',
       (array['Blue Hour', 'Paper Lantern', 'Harbour Lights', 'Slow Train', 'Cinnamon'])[n % 5 + 1] || ' ' || n,
       (array['Ida Moon', 'The Night Ferry', 'Café Ensemble'])[n % 3 + 1],
       (array['After Rain', 'Second Floor'])[n % 2 + 1],
       (array['Jazz', 'Soul', 'Pop', 'Bossa nova'])[n % 4 + 1],
       (array['Calm', 'Bright', null])[n % 3 + 1],
       n % 5 + 1, 1960 + n % 60, n % 11 = 0, 120 + n
     from numbered`,
    [JSON.stringify({ mp3_128: { key, size_bytes } }), units],
  );
}
