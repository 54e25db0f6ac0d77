/** Seconds from `npm start`, built and with an empty folder, until it answers and plays. */
import { availableParallelism } from 'node:os';
import { compare, median, spread, type Figure } from './figure.ts';
import { launchProduct, type Product } from './product.ts';
import { answers, freePort, startProgram } from './programs.ts';

const ROUNDS = 5;
const MAX_SECONDS_TO_HEALTH = 3;
const MAX_SECONDS_TO_SOUND = 4;

const HELLO = `require('node:http')
  .createServer((req, res) => res.end('hello'))
  .listen(Number(process.env.PORT), '127.0.0.1')`;

/**
 * Measures for about half a minute, on 127.0.0.1 only. Build before: a stale build would be
 * measured too.
 */
export async function benchStart(): Promise<Figure[]> {
  const health: number[] = [];
  const sound: number[] = [];
  const hello: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await startUntilHeard();
    health.push(ours.health);
    sound.push(ours.sound);
    hello.push(await startHello());
  }
  const peer = `node -e, an HTTP server that says hello: ${spread(hello, 2)} s`;
  const figure = (name: string, ours: number[], most: number): Figure => ({
    name: `npm start, fresh folder, ${availableParallelism()} cores: seconds to ${name}`,
    ours: `${spread(ours, 2)} s`,
    peer,
    ratio: compare(ours, hello, 1).text,
    goal: `≤ ${most} s`,
    ok: median(ours) <= most,
  });
  return [
    figure('/v1/health', health, MAX_SECONDS_TO_HEALTH),
    figure('the first byte of sound', sound, MAX_SECONDS_TO_SOUND),
  ];
}

async function startUntilHeard(): Promise<{ health: number; sound: number }> {
  const began = performance.now();
  const product = await launchProduct(['npm', 'start', '--loglevel=error']);
  try {
    await answers(`${product.url}/v1/health`, product.program);
    const health = secondsSince(began);
    await firstByteOfSound(product);
    return { health, sound: secondsSince(began) };
  } finally {
    await product.stop();
  }
}

async function firstByteOfSound({ url, program }: Product): Promise<void> {
  await answers(`${url}/stream/demo`, program);
  const { body } = await fetch(`${url}/stream/demo`);
  const reader = body?.getReader();
  await reader?.read();
  await reader?.cancel();
}

async function startHello(): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const program = startProgram(process.execPath, ['-e', HELLO], { env: { PORT: String(port) } });
  try {
    await answers(`http://127.0.0.1:${port}/`, program);
    return secondsSince(began);
  } finally {
    await program.stop();
  }
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1_000;
}
