import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { dataFolder, freePort, startProgram, type Program } from '../test/program.ts';
import { startS3Server, storageUrlOf } from '../test/s3-server.ts';

const database = testDatabase();

const RESTARTS = 20;
const CLIENTS = 16;
const MAX_STOP_MS = 5_000;

/** Requests that need the database, one that writes, and the three that listeners send most. */
const REQUESTS = [
  { method: 'GET', path: '/v1/stations/demo/now-playing', expected: [200] },
  { method: 'GET', path: '/v1/stations/no-such-station', expected: [404] },
  { method: 'GET', path: '/demo', expected: [200] },
  { method: 'GET', path: '/v1/packages', expected: [200] },
  { method: 'POST', path: '/v1/quotes', expected: [200, 429] },
];
const QUOTE = JSON.stringify({ package_name: 'Starter', country: 'Germany' });

/** Keeps the readiness check of Stripe on this machine: production refuses another host for payments. */
const NO_STRIPE = `import dns from 'node:dns';
const { lookup } = dns;
dns.lookup = (host, ...rest) =>
  host === 'api.stripe.com' ? rest.at(-1)(new Error('not in a test')) : lookup(host, ...rest);`;

/** As in docs/deployment.md: kept-alive connections to both replicas, and no replica is shunned. */
const nginxConfig = (port: number, replicas: number[]) => `
daemon off;
worker_processes 1;
pid nginx.pid;
error_log error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp;
  uwsgi_temp_path tmp; scgi_temp_path tmp;
  upstream stationhouse {
    ${replicas.map((replica) => `server 127.0.0.1:${replica} max_fails=0;`).join(' ')}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://stationhouse;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
    }
  }
}`;

async function startNginx(replicas: number[]): Promise<number> {
  const port = await freePort();
  const folder = await dataFolder();
  const config = join(folder, 'nginx.conf');
  await writeFile(config, nginxConfig(port, replicas));
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
  const nginx = spawn('nginx', ['-p', folder, '-c', config], { stdio: 'inherit', env });
  onTestFinished(async () => {
    nginx.kill('SIGQUIT');
    await once(nginx, 'exit');
  });
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/v1/health`), { timeout: 10_000 });
  return port;
}

/** Sends requests one after the other, until told to stop. */
function startLoad(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const failures: string[] = [];
  let sent = 0;
  const over = new AbortController();

  function send({ method, path, expected }: (typeof REQUESTS)[number]): Promise<void> {
    return new Promise((resolve) => {
      function fail(why: unknown): void {
        failures.push(`${method} ${path}: ${String(why)}`);
        resolve();
      }
      const headers = method === 'POST' ? { 'Content-Type': 'application/json' } : {};
      const one = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
        answer.on('error', fail).resume();
        answer.on('end', () => {
          if (expected.includes(answer.statusCode ?? 0)) resolve();
          else fail(answer.statusCode);
        });
      });
      one.on('error', fail);
      one.end(method === 'POST' ? QUOTE : undefined);
    });
  }

  async function client(first: number): Promise<void> {
    for (let turn = first; !over.signal.aborted; turn += 1) {
      const one = REQUESTS[turn % REQUESTS.length];
      if (one) await send(one);
      sent += 1;
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  return {
    async stop() {
      over.abort();
      await Promise.all(clients);
      agent.destroy();
      return { sent, failures };
    },
  };
}

it(`loses no request in ${RESTARTS} rolling restarts of two replicas behind nginx`, async () => {
  const s3 = await startS3Server();
  onTestFinished(() => s3.close());
  const ports = [await freePort(), await freePort()];
  const start = async (port: number): Promise<Program> => {
    const program = await startProgram({
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: database.url,
      DATA_DIR: await dataFolder(),
      PUBLIC_URL: 'http://127.0.0.1',
      STORAGE_URL: storageUrlOf(s3.bucket),
      JWT_SECRET: 'a secret of this test that is long enough',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'hello@example.com',
      CONTACT_EMAIL: 'hello@example.com',
      STRIPE_SECRET_KEY: 'sk_test_rolling_restart',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NO_STRIPE)}`,
    });
    await program.ready();
    return program;
  };
  const replicas = await Promise.all(ports.map(start));
  const load = startLoad(await startNginx(ports));

  const stops: number[] = [];
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const index = restart % replicas.length;
    const [port, replica] = [ports[index], replicas[index]];
    if (port === undefined || !replica) throw new Error('There are two replicas.');
    const began = performance.now();
    replica.child.kill('SIGTERM');
    expect(await replica.exited).toBe(0);
    stops.push(performance.now() - began);
    expect(replica.output().out).not.toContain('did not stop cleanly');
    replicas[index] = await start(port);
  }
  const { sent, failures } = await load.stop();
  const slowest = Math.round(Math.max(...stops));
  process.stdout.write(`${sent} requests, ${failures.length} failed, slowest stop ${slowest} ms\n`);
  expect(failures).toEqual([]);
  expect(sent).toBeGreaterThan(RESTARTS * 100);
  expect(slowest).toBeLessThan(MAX_STOP_MS);
}, 600_000);
