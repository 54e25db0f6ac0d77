/** The cost of 1,000 listeners by HLS behind a cache. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { skipped, type Figure } from '../figure.ts';
import { cpuSeconds } from '../process-cost.ts';
import { startProduct } from '../product.ts';
import { startNginx, type Cache } from '../nginx.ts';
import { answerOf, missing, startProgram, type Program } from '../programs.ts';
import type { HlsHeard, HlsOrder } from './hls-listeners.ts';

const LISTENERS = 1_000;
const NAME = `CPU of ${LISTENERS.toLocaleString('en-GB')} listeners by HLS behind nginx`;

/** Half a minute for all to be in step, then ten segments. */
const SETTLE_MS = 30_000;
const WINDOW_MS = 60_000;

const MAX_PERCENT = 1;

/** Takes about five minutes. Linux only. */
export async function hlsFigures(): Promise<Figure[]> {
  const reason = missing('nginx');
  if (reason !== null) return [skipped(NAME, reason)];
  const product = await startProduct({ env: { TRUST_PROXY: '1' } });
  const ours = await listenTo(product).finally(() => product.stop());
  const plain = startTyped('plain-hls.ts');
  const { port } = await answerOf<{ port: number }>(plain);
  const server = { pid: plain.pid, url: `http://127.0.0.1:${port}` };
  const peer = await listenTo(server).finally(() => plain.stop());
  const kbps = (ours.heard.slowestBytes * 8) / WINDOW_MS;
  const { failures } = ours.heard;
  return [
    {
      name: NAME,
      ours:
        `${ours.added.toFixed(2)} % of a core more than idle (${ours.idle.toFixed(2)} %); slowest listener ` +
        `${kbps.toFixed(0)} kbps, ${failures} failed requests`,
      peer:
        `plain node:http with the same answers: ${peer.added.toFixed(2)} %; ` +
        `nginx in front of either: ${ours.nginx.toFixed(1)} %`,
      ratio: (ours.added / peer.added).toFixed(2),
      goal: `< ${MAX_PERCENT} % of a core, no failure`,
      // A listener may be between two segments of ten.
      ok: ours.added < MAX_PERCENT && failures === 0 && kbps > 100,
    },
  ];
}

const startTyped = (file: string): Program =>
  startProgram(
    process.execPath,
    ['--import', 'tsx', '-C', 'source', fileURLToPath(new URL(file, import.meta.url))],
    { ipc: true },
  );

/** The CPU of a server while all listeners play through nginx, in per cent of a core; nginx's own, and what was heard. */
async function listenTo({ pid, url }: { pid: number; url: string }) {
  const cache = await startCache(url);
  const client = startTyped('hls-listeners.ts');
  const ask = <T>(order: HlsOrder): Promise<T> => {
    client.child.send(order);
    return answerOf<T>(client);
  };
  const window = async () => {
    const [server = NaN, nginx = NaN] = await Promise.all([pid, cache.worker].map(cpuSeconds));
    await delay(WINDOW_MS);
    const [later = NaN, nginxLater = NaN] = await Promise.all([pid, cache.worker].map(cpuSeconds));
    const percent = (seconds: number) => (seconds / (WINDOW_MS / 1_000)) * 100;
    return { server: percent(later - server), nginx: percent(nginxLater - nginx) };
  };
  try {
    const { server: idle } = await window();
    await ask({ order: 'open', master: `${cache.url}/hls/demo/master.m3u8`, count: LISTENERS });
    await delay(SETTLE_MS);
    await ask({ order: 'mark' });
    const { server, nginx } = await window();
    return { idle, added: server - idle, nginx, heard: await ask<HlsHeard>({ order: 'report' }) };
  } finally {
    await client.stop();
    await cache.stop();
  }
}

/** nginx with the settings for `/hls/` in deploy/nginx.conf. */
async function startCache(server: string): Promise<Cache & { worker: number }> {
  const cache = await startNginx(
    ({ folder, port }) =>
      `proxy_cache_path ${folder}/hls keys_zone=hls:10m max_size=2g inactive=15m;
      upstream stationhouse { server ${new URL(server).host}; keepalive 64; }
      server {
        listen 127.0.0.1:${port} backlog=4096;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host ${new URL(server).host};
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
