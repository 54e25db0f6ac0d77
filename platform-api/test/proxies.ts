import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile, writeFile } from 'node:fs/promises';
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { onCleanup } from './cleanup.ts';
import { dataFolder, freePort, startProgram, type Program } from './program.ts';
import { storageUrlOf, type S3Server } from './s3-server.ts';

const run = promisify(execFile);

/** The site's name in docs/deployment.md. */
const SITE = 'radio.example.com';

/** Keeps the readiness check of Stripe on this machine: production refuses another host for payments. */
const NO_STRIPE = `import dns from 'node:dns';
const { lookup } = dns;
dns.lookup = (host, ...rest) =>
  host === 'api.stripe.com' ? rest.at(-1)(new Error('not in a test')) : lookup(host, ...rest);`;

/** Starts the program as in production, behind one proxy. */
export async function startReplica(on: {
  databaseUrl: string;
  s3: S3Server;
  port: number;
  /** Further variables. */
  env?: Record<string, string>;
}): Promise<Program> {
  const program = await startProgram({
    NODE_ENV: 'production',
    PORT: String(on.port),
    DATABASE_URL: on.databaseUrl,
    DATA_DIR: await dataFolder(),
    PUBLIC_URL: `https://${SITE}`,
    MAIN_DOMAIN: 'example.com',
    STORAGE_URL: storageUrlOf(on.s3.bucket),
    JWT_SECRET: 'a secret of this test that is long enough',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@example.com',
    CONTACT_EMAIL: 'hello@example.com',
    STRIPE_SECRET_KEY: 'sk_test_behind_a_proxy',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NO_STRIPE)}`,
    ...on.env,
  });
  await program.ready();
  return program;
}

/** A proxy of docs/deployment.md. */
export interface Proxy {
  /** Like `request` of `node:http`, to the site at the proxy. */
  request(options: RequestOptions, answered: (answer: IncomingMessage) => void): ClientRequest;
}

interface Proxied {
  /** The ports of the two replicas. */
  replicas: readonly [number, number];
  /** Instead of the 60 s in which a request must be answered. */
  timeoutSeconds?: number;
}

/** Starts nginx or Caddy with its configuration from docs/deployment.md. */
export async function startProxy(name: 'nginx' | 'caddy', proxied: Proxied): Promise<Proxy> {
  const [port, folder] = [await freePort(), await dataFolder()];
  const start = name === 'nginx' ? startNginx : startCaddy;
  await start({ port, folder, ...proxied });
  const client = name === 'nginx' ? https : http;
  const agent = new client.Agent({ keepAlive: true, rejectUnauthorized: false });
  onCleanup(() => agent.destroy());
  const to = { host: '127.0.0.1', port, servername: SITE, agent };
  const request: Proxy['request'] = (options, answered) =>
    client.request({ ...to, ...options, headers: { Host: SITE, ...options.headers } }, answered);
  await vi.waitFor(() => isUp(request), { timeout: 20_000 });
  return { request };
}

function isUp(request: Proxy['request']): Promise<void> {
  return new Promise((resolve, reject) => {
    request({ path: '/v1/ready' }, (answer) => {
      answer.resume();
      if (answer.statusCode === 200) resolve();
      else reject(new Error(`The proxy answers ${answer.statusCode}.`));
    })
      .on('error', reject)
      .end();
  });
}

interface Placed extends Proxied {
  port: number;
  folder: string;
}

async function startNginx({ port, folder, ...proxied }: Placed): Promise<void> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-keyout', key, '-out', certificate, '-subj', `/CN=${SITE}`];
  await run('openssl', ['req', '-x509', '-days', '2', ...ec, ...names]);
  const site = await documented('nginx', proxied, [
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    [`/etc/ssl/${SITE}.pem`, certificate],
    [`/etc/ssl/${SITE}.key`, key],
    ['/var/cache/nginx-hls', join(folder, 'hls')],
    ['proxy_read_timeout 60s', `proxy_read_timeout ${proxied.timeoutSeconds ?? 60}s`],
  ]);
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    worker_processes 1;
    pid nginx.pid;
    error_log error.log;
    events { worker_connections 1024; }
    http {
      access_log off;
      client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp;
      uwsgi_temp_path tmp; scgi_temp_path tmp;
      ${site}
    }`,
  );
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
  keepRunning('nginx', ['-p', folder, '-e', 'error.log', '-c', config], env, 'SIGQUIT');
}

/**
 * Starts Caddy with TLS at one port, for the site and for members' domains. Its certificates are its own.
 * @returns the file with the certificate of its authority
 */
export async function startCaddyWithTls(placed: {
  replicas: readonly [number, number];
  port: number;
}): Promise<string> {
  const folder = await dataFolder();
  await startCaddy({ ...placed, folder, scheme: 'https', ownPort: placed.port });
  const authority = join(folder, 'caddy/pki/authorities/local/root.crt');
  await vi.waitFor(() => access(authority), { timeout: 20_000 });
  return authority;
}

async function startCaddy({
  port,
  folder,
  scheme = 'http',
  ownPort,
  ...proxied
}: Placed & { scheme?: 'http' | 'https'; ownPort?: number }): Promise<void> {
  const site = await documented('caddy', proxied, [
    [`${SITE} {`, `${scheme}://${SITE}:${port} {`],
    ['https:// {', `https://:${ownPort ?? (await freePort())} {`],
    [`https://${SITE}/v1/domains`, `http://127.0.0.1:${proxied.replicas[0]}/v1/domains`],
    ['response_header_timeout 60s', `response_header_timeout ${proxied.timeoutSeconds ?? 60}s`],
  ]);
  const config = join(folder, 'Caddyfile');
  // Its own port for commands could be taken by another Caddy on this machine, and so could port 80.
  const options = [
    'admin off',
    'auto_https disable_redirects',
    'local_certs',
    'skip_install_trust',
  ];
  await writeFile(config, site.replace('{', `{\n\t${options.join('\n\t')}\n`));
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  keepRunning('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], env, 'SIGTERM');
}

/** A configuration of docs/deployment.md with this machine's addresses in it. */
async function documented(
  name: string,
  { replicas }: Proxied,
  changes: [string, string][],
): Promise<string> {
  const page = await readFile(new URL('../../docs/deployment.md', import.meta.url), 'utf8');
  const found = new RegExp(`\`\`\`${name}\n([^\`]+)\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`docs/deployment.md has no configuration of ${name}.`);
  const all = [
    ['10.0.0.1:8000', `127.0.0.1:${replicas[0]}`],
    ['10.0.0.2:8000', `127.0.0.1:${replicas[1]}`],
    ...changes,
  ] as const;
  return all.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`${name} must have once: ${from}`);
    return text.replace(from, to);
  }, found);
}

function keepRunning(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  stop: NodeJS.Signals,
): void {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  let faults = '';
  child.stderr.on('data', (chunk) => (faults += String(chunk)));
  const exited = once(child, 'exit');
  onCleanup(async () => {
    child.kill(stop);
    const [code] = await exited;
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${faults}`);
  });
}
