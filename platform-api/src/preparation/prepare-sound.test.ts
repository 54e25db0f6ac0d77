import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LIBRARY_SECONDS } from '../../contract/library/values.ts';
import { flacBomb } from '../../test/flac-bomb.ts';
import {
  changed,
  decode,
  ffmpeg,
  ffmpegEngine,
  folder,
  makeSound,
  music,
} from '../../test/sounds.ts';
import { EDGE_SAMPLES, UNIT_SAMPLES } from '../audio/unit.ts';
import { createEmbeddedEngine } from './embedded-engine.ts';
import { LoudnessMeter } from './loudness-meter.ts';
import { openFfmpeg } from './ffmpeg.ts';
import { Unpreparable, type MediaEngine } from './media-engine.ts';
import { prepareSound, type PreparedSound } from './prepare-sound.ts';

const IS_FULL = process.env['FULL'] === '1';
const embedded = createEmbeddedEngine();

async function prepare(engine: MediaEngine, path: string): Promise<PreparedSound> {
  return prepareSound(engine, path, {
    folder: await folder(),
    signal: new AbortController().signal,
    max_seconds: LIBRARY_SECONDS.max,
  });
}

const pathOf = ({ renditions }: PreparedSound, name: keyof PreparedSound['renditions']): string =>
  renditions[name]?.path ?? '';

/** Measured by another meter than ffmpeg's. */
async function heardLoudness(path: string) {
  const meter = new LoudnessMeter();
  meter.add(Float32Array.from(await decode(path), (value) => value / 32_768));
  return meter.result();
}

/** By how many samples one sound is later than another, found where they agree best. */
function lag(one: Int16Array, other: Int16Array): number {
  const at = EDGE_SAMPLES * 2 + 20_000;
  const score = (shift: number) => {
    let sum = 0;
    for (let n = 0; n < 8_000; n += 2) sum += (one[at + n] ?? 0) * (other[at + n + 2 * shift] ?? 0);
    return sum;
  };
  const scored = Array.from({ length: 601 }, (_, n) => ({ shift: n - 300, score: score(n - 300) }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.shift ?? Number.NaN;
}

/** The others differ only in their decoder: `npm run test:full` prepares them too. */
const FORMATS = ['mp3', 'm4a', 'flac', ...(IS_FULL ? ['wav', 'aiff', 'ogg', 'opus'] : [])];

/** The header of a WAV, with a chunk of no sound. */
function emptied(bytes: Buffer): Buffer {
  const at = bytes.indexOf('data') + 4;
  bytes.writeUInt32LE(0, at);
  bytes.writeUInt32LE(at + 4 - 8, 4);
  return bytes.subarray(0, at + 4);
}

describe('a file in any common format', () => {
  test.for(FORMATS)('is prepared in all renditions: %s', async (ending, context) => {
    const engine = await ffmpegEngine(context);
    const rate = ending === 'opus' ? 48_000 : 44_100;
    const made = await prepare(engine, await makeSound(`sound.${ending}`, { rate }));
    expect(Object.keys(made.renditions)).toEqual(['mp3_128', 'mp3_192', 'aac_64']);
    expect(made.duration_seconds).toBeCloseTo(2, 1);
    expect(made.renditions.mp3_128?.size_bytes).toBe(made.units * 8 * 384);
    expect(made.renditions.mp3_192?.size_bytes).toBe(made.units * 8 * 576);
    expect(made.renditions.aac_64?.offsets).toHaveLength(made.units);
    for (const name of ['mp3_128', 'mp3_192'] as const) {
      const heard = await heardLoudness(pathOf(made, name));
      expect(Math.abs(heard.lufs + 16)).toBeLessThanOrEqual(1);
      expect(heard.true_peak).toBeLessThanOrEqual(-1);
    }
  });

  test('has the same sound at the same sample in each rendition', async (context) => {
    const made = await prepare(
      await ffmpegEngine(context),
      await makeSound('noise.wav', { source: 'anoisesrc=a=0.2:r=48000', rate: 48_000 }).catch(() =>
        makeSound('noise.wav'),
      ),
    );
    const reference = await decode(pathOf(made, 'mp3_192'));
    for (const name of ['mp3_128', 'aac_64'] as const) {
      expect([name, lag(reference, await decode(pathOf(made, name)))]).toEqual([name, 0]);
    }
  });

  test('may follow any other without a click', async (context) => {
    const engine = await ffmpegEngine(context);
    const one = await prepare(engine, await makeSound('one.wav'));
    const other = await prepare(engine, await makeSound('other.wav', { source: music(9) }));
    const joined = join(await folder(), 'joined.mp3');
    const parts = [pathOf(one, 'mp3_128'), pathOf(other, 'mp3_128'), pathOf(one, 'mp3_128')];
    await writeFile(joined, Buffer.concat(await Promise.all(parts.map((path) => readFile(path)))));
    const whole = await decode(joined);
    const alone = await decode(pathOf(other, 'mp3_128'));
    const from = one.units * UNIT_SAMPLES * 2;
    expect(alone.length).toBe(other.units * UNIT_SAMPLES * 2);
    expect(whole.slice(from, from + alone.length)).toEqual(alone);
  });

  test('loses the silence at both ends', async (context) => {
    const path = join(await folder(), 'silence.wav');
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      `${music()}:s=12000:d=2,adelay=3s:all=1,apad=pad_dur=2`,
      path,
    );
    const made = await prepare(await ffmpegEngine(context), path);
    expect(made.duration_seconds).toBeCloseTo(2, 1);
  });

  test.for([
    ['8 kHz mono', { rate: 8_000, args: ['-ac', '1'] }],
    ['5.1 channels', { rate: 48_000, args: ['-af', 'pan=5.1|c0=c0|c1=c1|c2=c0|c4=c1'] }],
  ] as const)('becomes stereo at 48 kHz: %s', async ([, options], context) => {
    const made = await prepare(await ffmpegEngine(context), await makeSound('sound.flac', options));
    const heard = await heardLoudness(pathOf(made, 'mp3_128'));
    expect(Math.abs(heard.lufs + 16)).toBeLessThanOrEqual(1);
  });

  test('stays quieter, and is marked, where it would need much limiting', async (context) => {
    const bursts = `aevalsrc='if(lt(mod(t,1),0.004),0.9*sin(2*PI*440*t),0.01*sin(2*PI*300*t))'`;
    const made = await prepare(
      await ffmpegEngine(context),
      await makeSound('bursts.wav', { source: bursts, seconds: 8 }),
    );
    expect(made.is_quieter).toBe(true);
    expect((await heardLoudness(pathOf(made, 'mp3_128'))).true_peak).toBeLessThanOrEqual(-1);
  });
});

describe('a song', () => {
  /** Quiet for 6 s, loud, and faded out from 16 s on, of which 1.5 s are below -12 dB. */
  const faded = {
    source: "aevalsrc='0.5*sin(2*PI*440*t)*if(lt(t,6),0.2,clip((22-t)/6,0,1))'",
    seconds: 22,
    rate: 48_000,
  };
  const cold = { source: "aevalsrc='0.3*sin(2*PI*440*t)'", seconds: 4 };

  test('is measured for its segue and its intro, by either engine', async (context) => {
    for (const engine of [await ffmpegEngine(context), embedded]) {
      const made = await prepare(engine, await makeSound('faded.wav', faded));
      expect(made.segue_units).toBeGreaterThanOrEqual(6);
      expect(made.segue_units).toBeLessThanOrEqual(9);
      expect(made.intro_units).toBeGreaterThanOrEqual(27);
      expect(made.intro_units).toBeLessThanOrEqual(32);
    }
  });

  test('that begins and ends at once has a short segue and no intro', async (context) => {
    await ffmpegEngine(context);
    const made = await prepare(embedded, await makeSound('cold.mp3', cold));
    expect(made).toMatchObject({ segue_units: 2, intro_units: 0 });
  });
});

describe('without ffmpeg', () => {
  test('an MP3 is prepared at 128 kbit/s, as loud as with it', async (context) => {
    await ffmpegEngine(context);
    const made = await prepare(embedded, await makeSound('sound.mp3'));
    expect(Object.keys(made.renditions)).toEqual(['mp3_128']);
    const heard = await heardLoudness(pathOf(made, 'mp3_128'));
    expect(Math.abs(heard.lufs + 16)).toBeLessThanOrEqual(1);
    expect(heard.true_peak).toBeLessThanOrEqual(-1);
  });

  test('short beats, whose peaks the encoder raises by 3 dB, stay below the highest peak', async (context) => {
    await ffmpegEngine(context);
    const source = "aevalsrc='0.9*sin(2*PI*80*t)*exp(-12*mod(t,0.5))'";
    const made = await prepare(embedded, await makeSound('beats.mp3', { source, seconds: 3 }));
    const heard = await heardLoudness(pathOf(made, 'mp3_128'));
    expect(heard.true_peak).toBeLessThanOrEqual(-1);
    expect(made.is_quieter || Math.abs(heard.lufs + 16) <= 1).toBe(true);
  });

  test('the sound lies at the same sample as with it', async (context) => {
    const path = await makeSound('sound.mp3', { rate: 48_000 });
    const one = await decode(pathOf(await prepare(await ffmpegEngine(context), path), 'mp3_128'));
    const other = await decode(pathOf(await prepare(embedded, path), 'mp3_128'));
    expect(lag(one, other)).toBe(0);
  });

  test('other formats are refused with the way on', async (context) => {
    await ffmpegEngine(context);
    await expect(prepare(embedded, await makeSound('sound.flac'))).rejects.toMatchObject({
      problem: 'needs_ffmpeg',
    });
  });
});

/** An MP3 of variable bitrate that begins with silence and has no encoder's note: its bytes say nothing of its length. */
async function quietStart(name: string, args: string[]): Promise<string> {
  const path = join(await folder(), name);
  const source = `${music()}:s=44100:d=3,adelay=40s:all=1`;
  await ffmpeg('-f', 'lavfi', '-i', source, ...args, path);
  return path;
}

const bytesOf = (text: string) => Buffer.from(text, 'latin1');

const id3 = (body: Buffer, flags = 0) =>
  Buffer.concat([
    bytesOf('ID3\x04\0'),
    Buffer.of(flags, ...[21, 14, 7, 0].map((shift) => (body.length >> shift) & 127)),
    body,
  ]);

/** An APEv2 tag with its header in front, as some Windows taggers put before the sound. */
const ape = (items: number) => {
  const edge = Buffer.alloc(32);
  edge.write('APETAGEX', 'latin1');
  edge.writeUInt32LE(2_000, 8);
  edge.writeUInt32LE(items + 32, 12);
  return Buffer.concat([edge, Buffer.alloc(items, 'x'), edge]);
};

/** A WAV as the kinds for more than 4 GB begin: sizes of all ones, and the true ones in `ds64` (EBU Tech 3306). */
const asRf64 =
  (mark: 'RF64' | 'BW64', claimed = 1) =>
  (wav: Buffer) => {
    const at = wav.indexOf('data');
    const size = wav.length - at - 8;
    const ds64 = Buffer.alloc(36);
    ds64.write('ds64', 'latin1');
    ds64.writeUInt32LE(28, 4);
    ds64.writeBigUInt64LE(BigInt(wav.length + 28), 8);
    ds64.writeBigUInt64LE(BigInt(size * claimed), 16);
    const made = Buffer.concat([wav.subarray(0, 12), ds64, wav.subarray(12)]);
    made.write(mark, 0, 'latin1');
    made.writeUInt32LE(0xff_ff_ff_ff, 4);
    made.writeUInt32LE(0xff_ff_ff_ff, at + 36 + 4);
    return made;
  };

const withDataSize = (size: number) => (wav: Buffer) => {
  wav.writeUInt32LE(size, wav.indexOf('data') + 4);
  return wav;
};

const inFront =
  (...parts: Buffer[]) =>
  (sound: Buffer) =>
    Buffer.concat([...parts, sound]);

const NO_TAGS = ['-id3v2_version', '0', '-write_xing', '0'];

/** Two MP3 files of two seconds, one behind the other. */
async function joined(...sounds: { rate?: number; args?: string[] }[]): Promise<string> {
  const parts = await Promise.all(
    sounds.map(async ({ args = [], ...sound }) =>
      readFile(await makeSound('a.mp3', { ...sound, args: [...NO_TAGS, ...args] })),
    ),
  );
  const path = join(await folder(), 'a.mp3');
  await writeFile(path, Buffer.concat(parts));
  return path;
}

/** Files as people have them; the reports are named. */
const TAKEN: Record<string, () => Promise<string>> = {
  // sdrtrunk #1377, jellyfin #8929
  'an MP3 of variable bitrate without a note of its length, quiet at the beginning': () =>
    quietStart('a.mp3', [...NO_TAGS, '-q:a', '0']),
  // SoX and espeak into a pipe
  'a WAV whose writer did not know its size': async () =>
    changed(await makeSound('a.wav'), withDataSize(0x7f_ff_f0_00)),
  'a WAV whose writer left a size of zero': async () =>
    changed(await makeSound('a.wav'), withDataSize(0)),
  'a WAV that claims the most that 32 bits hold, less a header': async () =>
    changed(await makeSound('a.wav'), withDataSize(0xff_ff_ff_db)),
  'an RF64': async () => changed(await makeSound('a.wav'), asRf64('RF64')),
  'a BW64': async () => changed(await makeSound('a.wav'), asRf64('BW64')),
  // music-metadata's id3-multi-01, taglib's duplicate_id3v2
  'an MP3 with two ID3v2 tags, the first with a large picture': async () =>
    changed(
      await makeSound('a.mp3', { args: ['-id3v2_version', '0'] }),
      inFront(id3(Buffer.alloc(200_000, 'x')), id3(Buffer.alloc(300))),
    ),
  'an MP3 with a tag that has a footer, and an APE tag behind it': async () =>
    changed(
      await makeSound('a.mp3', { args: NO_TAGS }),
      inFront(id3(Buffer.alloc(70_000, 'x'), 0x10), bytesOf('3DI\x04\0\0\0\0\0\0'), ape(90_000)),
    ),
  'an MP3 with 100 KB of zeros behind its tag': async () =>
    changed(
      await makeSound('a.mp3', { args: NO_TAGS }),
      inFront(id3(Buffer.alloc(300)), Buffer.alloc(100_000)),
    ),
  // music-metadata's incomplete
  'an MP3 with 100 KB of zeros behind its sound': async () =>
    changed(await makeSound('a.mp3', { args: NO_TAGS }), (sound) =>
      Buffer.concat([sound, Buffer.alloc(100_000)]),
    ),
  // music-metadata's he_mode, and `cat`
  'an MP3 that changes from mono to stereo': () =>
    joined({ args: ['-ac', '1'] }, { args: ['-ac', '2'] }),
  'an MP3 that changes from 44.1 to 48 kHz': () => joined({ rate: 44_100 }, { rate: 48_000 }),
  'an MP3 that changes from 44.1 to 32 kHz': () => joined({ rate: 44_100 }, { rate: 32_000 }),
  'a WAV behind an ID3 tag': async () =>
    changed(await makeSound('a.wav'), inFront(id3(Buffer.alloc(100_000)))),
};

/** The same for formats that need ffmpeg. */
const TAKEN_BY_FFMPEG: Record<string, () => Promise<string>> = {
  // Libation #110
  'raw AAC, quiet at the beginning': () => quietStart('a.aac', []),
  'an AIFF that SoX wrote into a pipe': async () =>
    changed(await makeSound('a.aiff'), (aiff) => {
      aiff.writeUInt32BE(0x7f_00_00_08, aiff.indexOf('SSND') + 4);
      return aiff;
    }),
  'a compressed AIFF, as .aifc': async () => {
    const path = join(await folder(), 'a.aifc');
    const sound = ['-f', 'lavfi', '-i', `${music()}:s=44100:d=2`, '-c:a', 'pcm_s16le'];
    await ffmpeg(...sound, '-f', 'aiff', path);
    return path;
  },
  'a film as .mp4, of which the sound counts': async () => {
    const path = join(await folder(), 'a.mp4');
    const picture = ['-f', 'lavfi', '-i', 'testsrc=d=2:s=64x64', '-c:v', 'mpeg4'];
    await ffmpeg('-f', 'lavfi', '-i', `${music()}:s=44100:d=2`, ...picture, path);
    return path;
  },
  'a FLAC behind two ID3 tags': async () =>
    changed(await makeSound('a.flac'), inFront(id3(Buffer.alloc(99)), id3(Buffer.alloc(99_000)))),
};

describe('a file as people have it is taken', () => {
  test.for(Object.entries(TAKEN))('%s', async ([, make], context) => {
    const path = await make();
    for (const engine of [await ffmpegEngine(context), embedded]) {
      const made = await prepare(engine, path);
      expect(made.duration_seconds).toBeGreaterThan(1.9);
      expect(made.duration_seconds).toBeLessThan(6.2);
    }
  });

  test.for(Object.entries(TAKEN_BY_FFMPEG))('%s', async ([, make], context) => {
    const made = await prepare(await ffmpegEngine(context), await make());
    expect(made.duration_seconds).toBeGreaterThan(1.9);
    expect(made.duration_seconds).toBeLessThan(6.2);
  });
});

describe('a bad file gets its reason', () => {
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
  const withRate = (hertz: number) => (wav: Buffer) => {
    wav.writeUInt32LE(hertz, 24);
    return wav;
  };
  const files: Record<string, [problem: string, make: () => Promise<string>]> = {
    'a text named .mp3': [
      'not_audio',
      async () => {
        const path = join(await folder(), 'text.mp3');
        await writeFile(path, '#EXTM3U\nfile:///etc/passwd\n'.repeat(500));
        return path;
      },
    ],
    'an MP3 cut in the middle': [
      'cut_off',
      async () => changed(await makeSound('a.mp3', { seconds: 6 }), half),
    ],
    'a FLAC cut in the middle': [
      'cut_off',
      async () => changed(await makeSound('a.flac', { seconds: 6 }), half),
    ],
    'a WAV cut in the middle': ['cut_off', async () => changed(await makeSound('a.wav'), half)],
    'an RF64 cut in the middle': [
      'cut_off',
      async () => changed(await makeSound('a.wav'), asRf64('RF64', 2)),
    ],
    'a WAV cut in the middle behind an ID3 tag': [
      'cut_off',
      async () =>
        changed(await makeSound('a.wav'), (wav) => inFront(id3(Buffer.alloc(99)))(half(wav))),
    ],
    'an AIFF cut in the middle': ['cut_off', async () => changed(await makeSound('a.aiff'), half)],
    'an Ogg cut in the middle': ['cut_off', async () => changed(await makeSound('a.ogg'), half)],
    'an M4A cut in the middle': ['damaged', async () => changed(await makeSound('a.m4a'), half)],
    'only silence': ['silent', () => makeSound('a.wav', { source: 'aevalsrc=0|0' })],
    'silence as MP3': ['silent', () => makeSound('a.mp3', { source: 'aevalsrc=0|0' })],
    '0.2 s long': ['too_short', () => makeSound('a.wav', { seconds: 0.2 })],
    'a tone of 0.2 s in silence': [
      'too_short',
      async () => {
        const path = join(await folder(), 'a.wav');
        await ffmpeg('-f', 'lavfi', '-i', 'sine=d=0.2:r=48000,apad=pad_dur=3', path);
        return path;
      },
    ],
    'a protected M4A': [
      'protected',
      async () =>
        changed(await makeSound('a.m4a'), (bytes) =>
          Buffer.from(bytes.toString('latin1').replace('mp4a', 'drms'), 'latin1'),
        ),
    ],
    'a video without sound': [
      'not_audio',
      async () => {
        const path = join(await folder(), 'a.m4a');
        await ffmpeg(
          '-f',
          'lavfi',
          '-i',
          'testsrc=d=1:s=64x64',
          '-c:v',
          'mpeg4',
          '-f',
          'mp4',
          path,
        );
        return path;
      },
    ],
    'a WAV with the sound of an old game': [
      'not_audio',
      () => makeSound('a.wav', { args: ['-c:a', 'adpcm_yamaha'] }),
    ],
    'a WAV of an impossible sample rate': [
      'damaged',
      async () => changed(await makeSound('a.wav'), withRate(0)),
    ],
    'a WAV of a sample rate beyond all others': [
      'damaged',
      async () => changed(await makeSound('a.wav'), withRate(0xff_ff_ff_f0)),
    ],
    'a damaged WAV whose tags look like what ffmpeg says': [
      'damaged',
      async () => {
        const tags = ['title=Permission denied', 'artist=No audio', 'album=matches no streams'];
        const comment = 'comment=Summary:\n[error] No space left on device';
        const args = [...tags, comment].flatMap((tag) => ['-metadata', tag]);
        return changed(await makeSound('a.wav', { args }), withRate(0x7f_ff_ff_f0));
      },
    ],
    'a silent FLAC whose tags claim a length and a loudness': [
      'silent',
      () => {
        const loudness = 'comment=Summary:\n I: -16.0 LUFS\n Peak: -1.0 dBFS';
        const tags = ['title=Duration: 99:00:00.00', loudness];
        const args = tags.flatMap((tag) => ['-metadata', tag]);
        return makeSound('a.flac', { source: 'aevalsrc=0|0', args });
      },
    ],
    'a FLAC whose header has another sample rate than its frames': [
      'cut_off',
      async () =>
        changed(await makeSound('a.flac', { seconds: 8 }), (bytes) => {
          // 20 bits, from byte 18: 8,000 Hz.
          bytes.writeUInt16BE(8_000 >> 4, 18);
          return bytes;
        }),
    ],
    'a FLAC that claims to last for days': [
      'cut_off',
      async () =>
        changed(await makeSound('a.flac'), (bytes) => {
          // The total number of samples: 36 bits from the middle of byte 21.
          bytes.writeUInt32BE(0xff_ff_ff_ff, 22);
          return bytes;
        }),
    ],
  };

  test('when the decoder crashes on it', async (context) => {
    await ffmpegEngine(context);
    const program = join(await folder(), 'ffmpeg');
    const crash = `case "$*" in *-encoders) echo ' libmp3lame  aac ' ;; *-muxers) ;; *) kill -SEGV $$ ;; esac`;
    await writeFile(program, `#!/bin/sh\n${crash}\n`, { mode: 0o755 });
    const crashing = await openFfmpeg(program);
    expect(crashing).not.toBeNull();
    if (!crashing) return;
    await expect(prepare(crashing, await makeSound('a.wav'))).rejects.toMatchObject({
      problem: 'damaged',
    });
  });

  test('as soon as it has played for longer than it may', async (context) => {
    const path = join(await folder(), 'bomb.flac');
    await writeFile(path, flacBomb(4 * 3_600));
    const engine = await ffmpegEngine(context);
    let bytes = 0;
    const counting: MediaEngine = {
      ...engine,
      measure: (file, given) => {
        const onPcm = (chunk: Buffer) => {
          bytes += chunk.length;
          given.onPcm(chunk);
        };
        return engine.measure(file, { ...given, onPcm });
      },
    };
    const limits = { folder: await folder(), signal: new AbortController().signal };
    await expect(
      prepareSound(counting, path, { ...limits, max_seconds: 120 }),
    ).rejects.toMatchObject({ problem: 'too_long' });
    // Some seconds are decoded before the program is gone.
    expect(bytes / (4 * 48_000)).toBeLessThan(600);
  });

  test('unless the disk is full, which is not the file’s fault', async (context) => {
    const engine = await ffmpegEngine(context);
    const full = await folder();
    await symlink('/dev/full', join(full, 'mp3_128.raw'));
    const limits = { folder: full, signal: new AbortController().signal, max_seconds: 3_600 };
    const refused = await prepareSound(engine, await makeSound('a.wav'), limits).catch(
      (error: unknown) => error,
    );
    // Other errors are tried again.
    expect(refused).toBeInstanceOf(Error);
    expect(refused).not.toBeInstanceOf(Unpreparable);
  });

  // tinytag has one: the embedded engine called it damaged.
  test('when a WAV has no sound at all, by either engine', async (context) => {
    for (const engine of [await ffmpegEngine(context), embedded]) {
      const path = await changed(await makeSound('a.wav'), emptied);
      await expect(prepare(engine, path)).rejects.toMatchObject({ problem: 'too_short' });
    }
  });

  test.for(Object.entries(files))('%s', async ([, [problem, make]], context) => {
    const engine = await ffmpegEngine(context);
    await expect(prepare(engine, await make())).rejects.toMatchObject({ problem });
  });
});
