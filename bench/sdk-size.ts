/** Bytes that a page loads for our script tag, beside the players that it could use instead. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import budgets from '../sdk/budgets.json' with { type: 'json' };
import type { Figure } from './figure.ts';
import { ourFiles } from './players/ours.ts';
import { findPeers } from './players/peers.ts';
import { weigh } from './players/player-files.ts';

/** Weighs our build, the released peers, and the minimal player. */
export async function benchSdkSize(): Promise<Figure[]> {
  const { loader, whole } = await ourFiles();
  const weights = (await findPeers()).map(({ name, files }) => ({ name, ...weigh(files) }));
  const floor = weigh([{ name: 'floor', content: await minimalPlayer(), isAtOnce: true }]);
  const ours = weigh(whole);
  const loaded = weigh(loader);
  const least = Math.min(...weights.map(({ gzip }) => gzip));
  return [
    {
      name: 'Script tag, all that a page loads for the player and its styles',
      ours: told(ours),
      peer: [
        ...weights.map(({ name, ...bytes }) => `${name}: ${told(bytes)}`),
        `the minimal Preact player: ${told(floor)}`,
      ].join('; '),
      ratio: `${(ours.gzip / least).toFixed(2)} of the smallest of them`,
      goal: `player ≤ ${count(budgets['station-player'])} bytes gzip beside its loader`,
      ok: ours.gzip - loaded.gzip <= budgets['station-player'],
    },
    {
      name: 'Script tag, what a page loads before its player is near the viewport',
      ours: told(loaded),
      peer: '–',
      ratio: '–',
      goal: `≤ ${count(budgets.player)} bytes gzip`,
      ok: loaded.gzip <= budgets.player,
    },
  ];
}

async function minimalPlayer(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('sdk-size/minimal-player.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2020',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('esbuild made no file');
  return file.contents;
}

function told({ gzip, brotli }: { gzip: number; brotli: number }): string {
  return `${count(gzip)} bytes gzip, ${count(brotli)} brotli`;
}

function count(bytes: number): string {
  return bytes.toLocaleString('en-GB');
}
