// Measures the songs that come with the package, and writes their segue points into `platform-api/audio/measured.json`.
// `npx tsx -C source scripts/measure-own-songs.ts`, after a change of the songs or of what is measured.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadOwnStations, ownAudioFolder } from '../platform-api/src/broadcast/own-stations.ts';
import { createEmbeddedEngine } from '../platform-api/src/preparation/embedded-engine.ts';
import { measureSeguePoints } from '../platform-api/src/preparation/prepare-sound.ts';

const audio = ownAudioFolder();
const list = new URL('measured.json', audio);
const measured = JSON.parse(await readFile(list, 'utf8')) as Record<string, object>;
const { stations, sounds } = await loadOwnStations(audio, true);
const folder = await mkdtemp(join(tmpdir(), 'own-songs-'));
const engine = createEmbeddedEngine();
try {
  for (const { item } of stations.flatMap(({ tracks }) => tracks)) {
    const path = join(folder, 'song.mp3');
    await writeFile(path, sounds.get(item.renditions.mp3_128?.key ?? '') ?? '');
    const { signal } = new AbortController();
    const points = await measureSeguePoints(
      engine,
      { path, units: item.units },
      { folder, signal },
    );
    measured[item.id] = { ...measured[item.id], ...points };
    console.log(item.id, points);
  }
} finally {
  await rm(folder, { recursive: true });
}
// A line each, so that a change shows what it changes.
const lines = Object.entries(measured).map(
  ([name, values]) => `  ${JSON.stringify(name)}: ${JSON.stringify(values)}`,
);
await writeFile(list, `{\n${lines.join(',\n')}\n}\n`);
