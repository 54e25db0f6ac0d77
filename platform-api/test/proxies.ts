import { execFile, spawn, type ChildProcess } from 'node:child_process';
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

/** The site's name in the files of deploy/. */
const SITE = 'radio.example.com';

/** Keeps the readiness check of Stripe on this machine: production refuses another host for payments. */
const NO_STRIPE = `import dns from 'node:dns';
const { lookup } = dns;
dns.lookup = (host, ...rest) =>
  host === 'api.stripe.com' ? rest.at(-1)(new Error('not in a test')) : lookup(host, ...rest);`;

interface Placement {
  databaseUrl: string;
  s3: S3Server;
  port: number;
}

/** The variables of a replica in production, behind one proxy. */
export async function productionEnv({ databaseUrl, s3, port }: Placement) {
  return {
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DATA_DIR: await dataFolder(),
    PUBLIC_URL: `https://${SITE}`,
    MAIN_DOMAIN: 'example.com',
    STORAGE_URL: storageUrlOf(s3.bucket),
    JWT_SECRET: 'a secret of this test that is long enough',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@example.com',
    CONTACT_EMAIL: 'hello@example.com',
    STRIPE_SECRET_KEY: 'sk_test_behind_a_proxy',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NO_STRIPE)}`,
  };
}

/** Starts the program as in production, behind one proxy. */
export async function startReplica(
  on: Placement & {
    /** Further variables. */
    env?: Record<string, string>;
    /** Another release, built. */
    folder?: string;
  },
): Promise<Program> {
  const program = await startProgram({ ...(await productionEnv(on)), ...on.env }, on.folder);
  await program.ready();
  return program;
}

/** A proxy with its file of deploy/. */
export interface Proxy {
  /** Like `request` of `node:http`, to the site at the proxy. */
  request(options: RequestOptions, answered: (answer: IncomingMessage) => void): ClientRequest;
  /** Where it serves what the file has at port 80. Caddy's file leaves that port to Caddy. */
  plainPort: number;
  /** Its port with TLS. */
  port: number;
}

interface Proxied {
  /** The ports of the two replicas. */
  replicas: readonly [number, number];
  /** Instead of the 60 s in which a request must be answered. */
  timeoutSeconds?: number;
  /** Where certbot would answer certificate authorities. */
  certbotPort?: number;
  /** A folder with the certificates of members' own domains. */
  certificates?: string;
}

/** The proxies that have a file in deploy/. */
export const PROXIES = ['nginx', 'caddy', 'haproxy'] as const;

/** Starts a proxy with its file of deploy/. */
export async function startProxy(name: (typeof PROXIES)[number], proxied: Proxied): Promise<Proxy> {
  const [port, folder] = [await freePort(), await dataFolder()];
  const start = { nginx: startNginx, caddy: startCaddy, haproxy: startHaproxy }[name];
  const plainPort = await freePort();
  await start({ port, plainPort, folder, ...proxied });
  const client = name === 'caddy' ? http : https;
  const agent = new client.Agent({ keepAlive: true, rejectUnauthorized: false });
  onCleanup(() => agent.destroy());
  const to = { host: '127.0.0.1', port, servername: SITE, agent };
  const request: Proxy['request'] = (options, answered) =>
    client.request({ ...to, ...options, headers: { Host: SITE, ...options.headers } }, answered);
  await vi.waitFor(() => isUp(request), { timeout: 20_000 });
  return { request, port, plainPort };
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

/** The files of a certificate and of its key. */
interface Certificate {
  key: string;
  certificate: string;
}

interface Placed extends Proxied {
  port: number;
  plainPort?: number;
  folder: string;
  /** Default: one for the site. */
  files?: Certificate;
}

/** Starts nginx at one port, with a certificate of the test's. @returns reads the certificate again */
export async function startNginxWith(placed: Omit<Placed, 'folder'>): Promise<() => void> {
  const nginx = await startNginx({ ...placed, folder: await dataFolder() });
  return () => void nginx.kill('SIGHUP');
}

/** A certificate for the site. */
async function makeCertificate(folder: string): Promise<Certificate> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-keyout', key, '-out', certificate, '-subj', `/CN=${SITE}`];
  await run('openssl', ['req', '-x509', '-days', '2', ...ec, ...names]);
  return { key, certificate };
}

async function startNginx({ port, folder, files, ...proxied }: Placed): Promise<ChildProcess> {
  const { key, certificate } = files ?? (await makeCertificate(folder));
  const site = await deployed('nginx.conf', [
    ...addresses(proxied),
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['listen 80 ', `listen 127.0.0.1:${proxied.plainPort ?? (await freePort())} `],
    ['127.0.0.1:8402', `127.0.0.1:${proxied.certbotPort ?? 1}`],
    [`/etc/ssl/${SITE}.pem`, certificate],
    [`/etc/ssl/${SITE}.key`, key],
    ['/etc/ssl/stationhouse/', `${proxied.certificates ?? folder}/`],
    ['/var/cache/nginx-hls', join(folder, 'hls')],
    ['snippets/stationhouse.conf', join(folder, 'locations.conf')],
  ]);
  await writeFile(
    join(folder, 'locations.conf'),
    await deployed('nginx-locations.conf', [
      ['proxy_read_timeout 60s', `proxy_read_timeout ${proxied.timeoutSeconds ?? 60}s`],
    ]),
  );
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
  return keepRunning(
    'nginx',
    ['-p', folder, '-e', 'error.log', '-c', config],
    WITH_SBIN,
    'SIGQUIT',
  );
}

async function startHaproxy({ port, folder, ...proxied }: Placed): Promise<void> {
  const { key, certificate } = await makeCertificate(folder);
  const both = join(folder, 'site.pem');
  await writeFile(both, (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')));
  const config = join(folder, 'haproxy.cfg');
  await writeFile(
    config,
    await deployed('haproxy.cfg', [
      ...addresses(proxied),
      ['bind :443 ', `bind 127.0.0.1:${port} `],
      ['bind :80\n', `bind 127.0.0.1:${proxied.plainPort ?? (await freePort())}\n`],
      ['127.0.0.1:8402', `127.0.0.1:${proxied.certbotPort ?? 1}`],
      ['/etc/haproxy/certificates/', proxied.certificates ?? both],
      // Tests run with fewer open files than a server.
      ['maxconn 20000', 'maxconn 1000'],
      ['ulimit-n 40200', 'ulimit-n 2200'],
      ['timeout server 60s', `timeout server ${proxied.timeoutSeconds ?? 60}s`],
    ]),
  );
  // It ends with the connections that are still open; SIGUSR1 would wait for them.
  keepRunning('haproxy', ['-db', '-f', config], WITH_SBIN, 'SIGTERM');
}

/** Debian keeps servers where only root looks for programs. */
const WITH_SBIN = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };

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
  const askPort = await freePort();
  const tlsPort = ownPort ?? (await freePort());
  const site = await deployed('Caddyfile', [
    ['https:// {', `https://:${tlsPort} {`],
    ['http://127.0.0.1:2080', `http://127.0.0.1:${askPort}`],
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
  const env = {
    ...process.env,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    SITE: `${scheme}://${SITE}:${port}`,
    MAIN_DOMAIN: `example.com:${tlsPort}`,
    REPLICAS: proxied.replicas.map((replica) => `127.0.0.1:${replica}`).join(' '),
  };
  keepRunning('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], env, 'SIGTERM');
}

/** The addresses of the replicas in the files, and on this machine. */
const addresses = ({ replicas }: Proxied): [string, string][] =>
  replicas.map((port, index) => [`10.0.0.${index + 1}:8000`, `127.0.0.1:${port}`]);

/** A file of deploy/ with this machine's addresses in it. */
async function deployed(file: string, changes: [string, string][]): Promise<string> {
  const text = await readFile(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`${file} must have: ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}

function keepRunning(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  stop: NodeJS.Signals,
): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  let faults = '';
  child.stderr.on('data', (chunk) => (faults += String(chunk)));
  const exited = once(child, 'exit');
  onCleanup(async () => {
    child.kill(stop);
    const [code, signal] = await exited;
    // HAProxy's master ends by the signal itself, or says so as a shell would.
    const isStopped = code === 0 || (program === 'haproxy' && (code === 143 || signal === stop));
    if (!isStopped) throw new Error(`${program} ended with ${code ?? signal}: ${faults}`);
  });
  return child;
}
