import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { uploadAsset } from '../../contract/assets/calls.ts';
import { receiveStripeEvent } from '../../contract/billing/calls.ts';
import { signUp } from '../../contract/accounts/auth.ts';
import { createPayments } from '../billing/stripe/payments.ts';
import { testDatabase } from '../../test/database.ts';
import { json, startApp } from '../../test/server.ts';
import { leftovers, memberWith, NOTHING_LEFT, soundFile } from '../../test/uploads.ts';

const database = testDatabase();

const part = (name: string, about = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${about}\r\n\r\n`;
const KIND = `${part('kind')}radio_id\r\n`;
const LOGO = `${part('kind')}logo\r\n`;
const FILE = part('file', '; filename="a.mp3"');

const JSON_TYPE = 'Content-Type: application/json\r\n';
const FORM_TYPE = 'Content-Type: multipart/form-data; boundary=b\r\n';

const BROKEN: [what: string, path: string, headers: string, body: Buffer[]][] = [
  ['JSON', signUp.path, JSON_TYPE, [Buffer.from('{"email":')]],
  [
    'compressed JSON',
    signUp.path,
    `${JSON_TYPE}Content-Encoding: gzip\r\n`,
    [gzipSync('{"email":"ada@example.com"}').subarray(0, 20)],
  ],
  ['a webhook', receiveStripeEvent.path, JSON_TYPE, [Buffer.from('{"id":')]],
  ['a form before its first part', uploadAsset.path, FORM_TYPE, [Buffer.from('preamble')]],
  ['a form between its parts', uploadAsset.path, FORM_TYPE, [Buffer.from(KIND)]],
  ['a form in its sound', uploadAsset.path, FORM_TYPE, [Buffer.from(KIND + FILE), soundFile(1)]],
  ['a form in its logo', uploadAsset.path, FORM_TYPE, [Buffer.from(LOGO + FILE), soundFile(1)]],
];

it.each(BROKEN)(
  'a request that breaks off in %s is neither an error nor a 5xx in the log',
  async (_what, path, headers, body) => {
    const payments = createPayments({
      secretKey: 'sk_test_any',
      webhookSecrets: ['whsec_any'],
      apiBase: 'http://127.0.0.1:9',
    });
    const app = await startApp(database, { payments });
    const { access_token } = await memberWith(app);
    const before = requestsOf(app.logged(), path).length;
    const ways = ['ends', 'resets', 'ends late', 'resets late'];
    for (const way of ways) {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      const head =
        `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${access_token}\r\n` +
        `${headers}Content-Length: 100000\r\n\r\n`;
      socket.write(Buffer.concat([Buffer.from(head), ...body]));
      await once(socket, 'connect');
      // Another request passes meanwhile, so that the first is being read.
      if (way.endsWith('late')) await json(await app.get('/v1/packages'));
      if (way.startsWith('ends')) socket.end();
      else socket.resetAndDestroy();
    }
    await expect
      .poll(() => requestsOf(app.logged(), path).length - before, { timeout: 20_000 })
      .toBe(ways.length);
    const log = app.logged();
    expect(requestsOf(log, path).filter((line) => /"status":5/.test(line))).toEqual([]);
    expect(log).not.toContain('unexpected error');
    expect(log).not.toContain('database cannot be used');
    await expect.poll(() => leftovers(app), { timeout: 20_000 }).toEqual(NOTHING_LEFT);
  },
);

const requestsOf = (log: string, path: string): string[] =>
  log.split('\n').filter((line) => line.includes('"msg":"request"') && line.includes(`"${path}"`));
