/**
 * Composes the demo station's audio: `npx tsx platform-api/audio/compose.ts`. An authoring script,
 * run by hand when the music changes; what it writes is committed. Needs `lame` on PATH, and the
 * pictures that `draw-covers.ts` draws. Takes a few minutes.
 *
 * Writes `demo/*.mp3` and `tones.json` beside itself, and fails unless every file is whole frames
 * that a stream may cut between (see `framesOf`). The PCM is the same at every run.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loudness } from './loudness.ts';
import { peak } from './mix.ts';
import { encode, frameSamples, framesOf } from './mp3.ts';
import { record } from './record.ts';
import { sampleRate } from './signal.ts';
import { makeToneFrames } from './tones.ts';
import { tracks } from './tracks.ts';

const beside = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** All committed audio together stays under this many bytes: it is in every clone. */
const mostBytes = 8_000_000;

function composeTracks(): void {
  mkdirSync(beside('demo'), { recursive: true });
  let bytes = 0;
  for (const [index, track] of tracks.entries()) {
    const { slug, title, artist, album } = track;
    const signal = record(track);
    const place = `${index + 1}/${tracks.length}`;
    const cover = beside(`covers/${slug}.jpg`);
    const file = encode(signal, { title, artist, album, place, cover });
    const seconds = (framesOf(file).length * frameSamples) / sampleRate;
    writeFileSync(beside(`demo/${slug}.mp3`), file);
    bytes += file.length;
    const peakLevel = 20 * Math.log10(peak(signal));
    console.log(
      `${slug}: ${file.length} bytes, ${seconds.toFixed(2)} s,`,
      `${loudness(signal).toFixed(1)} LUFS, peak ${peakLevel.toFixed(1)} dBFS`,
    );
  }
  if (bytes > mostBytes) throw new Error(`${bytes} bytes of audio are too many`);
}

function composeTones(): void {
  const tones = makeToneFrames();
  writeFileSync(beside('tones.json'), `${JSON.stringify(tones, undefined, 2)}\n`);
  console.log(`tones: ${tones.map(({ frequency }) => frequency.toFixed(1)).join(', ')} Hz`);
}

composeTones();
composeTracks();
