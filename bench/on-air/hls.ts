/** The cost of 1,000 listeners by HLS behind a cache. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { skipped, type Figure } from '../figure.ts';
import { cpuSeconds } from '../process-cost.ts';
import { startProduct } from '../product.ts';
import { startNginx, type Cache } from '../nginx.ts';
import { answerOf, missing, startProgram } from '../programs.ts';
import type { HlsHeard, HlsOrder } from './hls-listeners.ts';

const LISTENERS = 1_000;
const NAME = `CPU of ${LISTENERS.toLocaleString('en-GB')} listeners by HLS behind nginx`;

/** Half a minute for all to be in step, then ten segments. */
const SETTLE_MS = 30_000;
const WINDOW_MS = 60_000;

const MAX_PERCENT = 1;

/** Takes about three minutes. Linux only. */
export async function hlsFigures(): Promise<Figure[]> {
  const reason = missing('nginx');
  if (reason !== null) return [skipped(NAME, reason)];
  const product = await startProduct({ env: { TRUST_PROXY: '1' } });
  const cache = await startCache(product.url);
  const client = startProgram(
    process.execPath,
    [
      '--import',
      'tsx',
      '-C',
      'source',
      fileURLToPath(new URL('hls-listeners.ts', import.meta.url)),
    ],
    { ipc: true },
  );
  const ask = <T>(order: HlsOrder): Promise<T> => {
    client.child.send(order);
    return answerOf<T>(client);
  };
  const window = async () => {
    const [ours, caches] = await Promise.all([product.pid, cache.worker].map(cpuSeconds));
    await delay(WINDOW_MS);
    const [later, cachesLater] = await Promise.all([product.pid, cache.worker].map(cpuSeconds));
    const percent = (from = NaN, to = NaN) => ((to - from) / (WINDOW_MS / 1_000)) * 100;
    return { ours: percent(ours, later), nginx: percent(caches, cachesLater) };
  };
  try {
    const idle = await window();
    await ask({ order: 'open', master: `${cache.url}/hls/demo/master.m3u8`, count: LISTENERS });
    await delay(SETTLE_MS);
    await ask({ order: 'mark' });
    const busy = await window();
    const heard = await ask<HlsHeard>({ order: 'report' });
    const added = busy.ours - idle.ours;
    const kbps = (heard.slowestBytes * 8) / WINDOW_MS;
    return [
      {
        name: NAME,
        ours:
          `${added.toFixed(2)} % of a core more than idle (${idle.ours.toFixed(2)} %); slowest listener ` +
          `${kbps.toFixed(0)} kbps, ${heard.failures} failed requests`,
        peer: `nginx itself: ${busy.nginx.toFixed(1)} % of a core`,
        ratio: (added / busy.nginx).toFixed(3),
        goal: `< ${MAX_PERCENT} % of a core, no failure`,
        // A listener may be between two segments of ten.
        ok: added < MAX_PERCENT && heard.failures === 0 && kbps > 100,
      },
    ];
  } finally {
    await client.stop();
    await cache.stop();
    await product.stop();
  }
}

/** nginx with the settings for `/hls/` in deploy/nginx.conf. */
async function startCache(product: string): Promise<Cache & { worker: number }> {
  const cache = await startNginx(
    ({ folder, port }) =>
      `proxy_cache_path ${folder}/hls keys_zone=hls:10m max_size=2g inactive=15m;
      upstream stationhouse { server ${new URL(product).host}; keepalive 64; }
      server {
        listen 127.0.0.1:${port} backlog=4096;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host ${new URL(product).host};
        location /hls/ {
          proxy_pass http://stationhouse;
          proxy_cache hls;
          proxy_cache_lock on;
          proxy_ignore_headers Vary;
          proxy_cache_use_stale updating error timeout http_503;
        }
      }`,
    '/hls/demo/master.m3u8',
  );
  const { pid } = cache.program;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return { ...cache, worker: await workerOf(children.trim().split(' ').map(Number)) };
}

/** The worker among nginx's children, which also manage the cache. */
async function workerOf(pids: number[]): Promise<number> {
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    if (command.includes('worker process')) return pid;
  }
  throw new Error('nginx has no worker');
}
