import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Sample rate, and the samples per measurement: a fifth of a second. */
const RATE = 16_000;
const LOOK_BYTES = (RATE / 5) * Float32Array.BYTES_PER_ELEMENT;

/** A silent sound card that can be recorded: PulseAudio's null sink. */
export interface SoundCard {
  /** The environment in which a program plays on it. */
  env: Record<string, string>;
  /** Root mean square of the current sound, 0 to 1: silence is 0. */
  loudness(): Promise<number>;
  /**
   * Listens from now on.
   * @returns ends it, and gives the longest time without sound, in seconds
   */
  listen(): () => number;
  stop(): Promise<void>;
}

const has = (program: string) => spawnSync(program, ['--version']).status === 0;

/** Sound below this counts as silence, of which so many samples are looked at together: a twentieth of a second. */
const SILENCE = 0.001;
const SPAN_SAMPLES = RATE / 20;

/** Measures the longest silence in samples that arrive in parts. */
function measureSilence() {
  let [power, samples, silent, longest] = [0, 0, 0, 0];
  return {
    add(sample: number) {
      power += sample ** 2;
      samples += 1;
      if (samples < SPAN_SAMPLES) return;
      silent = Math.sqrt(power / samples) < SILENCE ? silent + samples : 0;
      longest = Math.max(longest, silent);
      [power, samples] = [0, 0];
    },
    longestSeconds: () => longest / RATE,
  };
}

/** Starts a sound card for one browser; null where PulseAudio is not installed. */
export async function startSoundCard(): Promise<SoundCard | null> {
  if (!has('pulseaudio') || !has('parec')) return null;
  const folder = await mkdtemp(join(tmpdir(), 'stationhouse-sound-'));
  const socket = join(folder, 'native');
  const server = spawn(
    'pulseaudio',
    [
      '-n',
      '--daemonize=no',
      '--exit-idle-time=-1',
      '--use-pid-file=no',
      '-L',
      `module-native-protocol-unix socket=${socket} auth-anonymous=1`,
      '-L',
      'module-null-sink sink_name=test',
    ],
    { stdio: 'ignore', env: { ...process.env, XDG_RUNTIME_DIR: folder, HOME: folder } },
  );
  const env = { PULSE_SERVER: `unix:${socket}` };
  await untilThere(socket, server);

  const startEar = () =>
    spawn(
      'parec',
      ['-d', 'test.monitor', '--format=float32le', `--rate=${RATE}`, '--channels=1', '--latency=1'],
      { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...env } },
    );

  function listen(): () => number {
    const ear = startEar();
    const silence = measureSilence();
    let rest = Buffer.alloc(0);
    ear.stdout.on('data', (chunk: Buffer) => {
      const heard = Buffer.concat([rest, chunk]);
      const whole = heard.length - (heard.length % Float32Array.BYTES_PER_ELEMENT);
      for (let at = 0; at < whole; at += Float32Array.BYTES_PER_ELEMENT)
        silence.add(heard.readFloatLE(at));
      rest = heard.subarray(whole);
    });
    return () => {
      ear.kill();
      return silence.longestSeconds();
    };
  }

  async function loudness(): Promise<number> {
    const ear = startEar();
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of ear.stdout as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= LOOK_BYTES) break;
    }
    ear.kill();
    const heard = Buffer.concat(chunks);
    let power = 0;
    const samples = Math.floor(heard.length / Float32Array.BYTES_PER_ELEMENT);
    for (let at = 0; at < samples; at++) power += heard.readFloatLE(at * 4) ** 2;
    return Math.sqrt(power / Math.max(1, samples));
  }

  return {
    env,
    loudness,
    listen,
    async stop() {
      if (server.exitCode === null && server.kill()) await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The server is ready once its socket exists. */
async function untilThere(socket: string, server: ChildProcess): Promise<void> {
  while (!existsSync(socket)) {
    if (server.exitCode !== null) throw new Error('PulseAudio ended before it had begun.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
