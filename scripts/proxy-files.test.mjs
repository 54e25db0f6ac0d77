// The files for proxies with the real programs, where they are installed. Requests through them are tested by
// platform-api/src/http/proxies.soak.test.ts.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startProxy } from '../platform-api/test/proxies.ts';
import { serve } from '../platform-api/test/server.ts';
import { root } from './dockerfile.mjs';

const run = promisify(execFile);

const isInstalled = (program) =>
  spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${program}`]).status === 0;

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await run('chmod', ['755', folder]);
  return folder;
}

/** A PEM file with its key, as own-domain-certificates writes it. */
async function makeCertificate(folder, name) {
  const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')];
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', key, '-out', certificate, '-subj', `/CN=${name}`];
  await run('openssl', ['req', '-x509', '-days', '2', ...ec, ...files]);
  const both = (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8'));
  await writeFile(join(folder, `${name}.pem`), both);
  for (const file of [key, certificate]) await rm(file);
}

/** @returns the name of the certificate and the version of TLS, or the error's code */
function shakeHands(port, servername, options = {}) {
  const given = { host: '127.0.0.1', port, servername, rejectUnauthorized: false, ...options };
  return new Promise((resolve) => {
    const socket = connect(given, () => {
      resolve([socket.getPeerCertificate().subject.CN, socket.getProtocol()]);
      socket.destroy();
    });
    socket.on('error', ({ code }) => resolve(code));
  });
}

describe.each(['nginx', 'haproxy'])('the file for %s', (name) => {
  it.skipIf(!isInstalled(name))(
    'serves port 80, TLS 1.2 and 1.3, and members’ own domains',
    async () => {
      const replica = await serve((req, res) => res.end(`replica of ${req.headers.host}`));
      const certbot = await serve((req, res) => res.end(`certbot ${req.headers.host} ${req.url}`));
      const certificates = await temporaryFolder();
      await makeCertificate(certificates, 'radio.example.com');
      await makeCertificate(certificates, 'music.bluecafe.example');
      const portOf = ({ url }) => Number(new URL(url).port);
      const proxy = await startProxy(name, {
        replicas: [portOf(replica), portOf(replica)],
        certbotPort: portOf(certbot),
        certificates,
      });

      const plain = async (path, host) => {
        const url = `http://127.0.0.1:${proxy.plainPort}${path}`;
        // fetch sends no other Host.
        const { stdout } = await run('curl', ['-sS', '-i', '-H', `Host: ${host}`, url]);
        const [, status] = /^HTTP\/1\.1 (\d+)/.exec(stdout);
        const [, location = null] = /^location: (\S+)/im.exec(stdout) ?? [];
        return [Number(status), location, stdout.split('\r\n\r\n').at(-1)];
      };
      for (const host of ['radio.example.com', 'blue.example.com', 'music.bluecafe.example']) {
        const [status, location] = await plain('/menu?table=4', host);
        expect([status, location]).toEqual([308, `https://${host}/menu?table=4`]);
        const path = '/.well-known/acme-challenge/abc';
        expect(await plain(path, host)).toEqual([200, null, `certbot ${host} ${path}`]);
      }

      const { port } = proxy;
      expect(await shakeHands(port, 'music.bluecafe.example')).toEqual([
        'music.bluecafe.example',
        'TLSv1.3',
      ]);
      const old = { maxVersion: 'TLSv1.2' };
      expect(await shakeHands(port, 'radio.example.com', old)).toEqual([
        'radio.example.com',
        'TLSv1.2',
      ]);
      const older = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' };
      expect(await shakeHands(port, 'radio.example.com', older)).toMatch(/^(ERR_SSL|ECONNRESET)/);
    },
  );
});

/** Stand-ins for the two commands: the list of domains, and a certbot that fails for one of them. */
const COMMANDS = {
  stationhouse: `[ "$1" = list-domains ] && printf 'bad.example\\nmusic.bluecafe.example\\n'`,
  certbot: `while [ "$1" != --cert-name ]; do shift; done
[ "$2" = bad.example ] && { echo 'DNS problem' >&2; exit 1; }
mkdir -p "$LETSENCRYPT/live/$2"
echo "chain $SERIAL" >"$LETSENCRYPT/live/$2/fullchain.pem"
echo key >"$LETSENCRYPT/live/$2/privkey.pem"`,
};

describe('own-domain-certificates', () => {
  it('writes a file for each domain, and reloads the proxy only when one has changed', async () => {
    const folder = await temporaryFolder();
    for (const [name, text] of Object.entries(COMMANDS)) {
      await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    }
    const log = join(folder, 'reloads');
    const get = (SERIAL) =>
      run(
        join(root, 'deploy/own-domain-certificates'),
        [folder, 'sh', '-c', `echo reloaded >>${log}`],
        { env: { PATH: `${folder}:${process.env.PATH}`, LETSENCRYPT: folder, SERIAL } },
      );
    for (const [serial, reloads] of [
      ['1', 1],
      ['1', 1],
      ['2', 2],
    ]) {
      const { stderr } = await get(serial);
      expect(stderr).toContain('No certificate for bad.example; the next run tries again.');
      const file = join(folder, 'music.bluecafe.example.pem');
      expect(await readFile(file, 'utf8')).toBe(`chain ${serial}\nkey\n`);
      expect((await stat(file)).mode & 0o777).toBe(0o640);
      expect((await readFile(log, 'utf8')).match(/reloaded/g)).toHaveLength(reloads);
    }
  });
});
