import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSmtpSink } from '../../test/smtp-sink.ts';
import type { Letter } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const FROM = { name: 'Stationhouse, the radio people', address: 'hello@stationhouse.example' };

const MAIL: Letter = {
  to: 'ada@example.com',
  subject: 'Your café is on air',
  text: 'Words — plain ones.\n',
  html: '<p>Words — plain ones.</p>',
  id: 'mail-7-m3x2',
};

function mailerFor(url: string) {
  const mailer = createSmtpMailer({ url, from: FROM });
  onTestFinished(() => mailer.close());
  return mailer;
}

/** Texts that some parser takes for more than one address, or that begin a header of their own. */
const HOSTILE_ADDRESSES = [
  'eve@evil.example, ada@example.com',
  'ada@example.com,eve@evil.example',
  'ada@example.com;eve@evil.example',
  'ada@example.com eve@evil.example',
  'ada@example.com\teve@evil.example',
  'ada@example.com,',
  ',ada@example.com',
  'undisclosed: ada@example.com, eve@evil.example;',
  'group:ada@example.com;',
  'Ada <ada@example.com>',
  '<ada@example.com>',
  '<ada@example.com>,<eve@evil.example>',
  'ada@example.com<eve@evil.example>',
  '"ada@example.com, eve@evil.example"@evil.example',
  '"eve@evil.example"ada@example.com',
  '"a"@example.com',
  'ada@example.com (eve@evil.example)',
  '(x)ada@example.com',
  'ada@example.com@evil.example',
  'ada@@example.com',
  'ada',
  '@example.com',
  'ada@',
  '',
  ' ',
  ' ada@example.com',
  'ada@example.com ',
  'ada@exa mple.com',
  'ada@example',
  'ada@[127.0.0.1]',
  'ada@127.0.0.1:25',
  'ada@127.0.0.1',
  'ada@example.1',
  '\u212ada@example.com',
  `${'a'.repeat(250)}@example.com`,
  'ädä@example.com',
  'ada@exämple.com',
  'ada@example.com\u0000',
  'ada@example.com\u2028Bcc: eve@evil.example',
  'ada\u00a0@example.com',
  '=?utf-8?q?ada=40example.com=2C?=@evil.example',
  'ada%eve@evil.example@example.com',
  'evil.example!ada@example.com@x',
  '@evil.example:ada@example.com',
  'ada@example.com\\',
  'ada\\@evil@example.com',
  "ada@example.com'",
  'mailto:ada@example.com',
  'ada@example.com?bcc=eve@evil.example',
  'file:///etc/passwd',
];

const LINE_BREAKS = ['\r\n', '\n', '\r', '\r\n\r\n', '\n.\n'];
const INJECTIONS = ['Bcc: eve@evil.example', 'RCPT TO:<eve@evil.example>'];
const BROKEN_ADDRESSES = LINE_BREAKS.flatMap((lineBreak) =>
  INJECTIONS.map((line) => `ada@example.com${lineBreak}${line}`),
);

describe('a mail', () => {
  test('arrives with text and HTML, the right sender, and a Message-ID made of its id', async () => {
    const sink = await startSmtpSink();
    await mailerFor(sink.url).send(MAIL);
    const { recipients, sender, email } = await sink.next();
    expect(recipients).toEqual(['ada@example.com']);
    expect(sender).toBe(FROM.address);
    expect(email.from).toMatchObject(FROM);
    expect(email.to).toEqual([{ name: '', address: 'ada@example.com' }]);
    expect(email.subject).toBe(MAIL.subject);
    expect(email.text?.trim()).toBe(MAIL.text.trim());
    expect(email.html?.trim()).toBe(MAIL.html);
    expect(email.messageId).toBe('<mail-7-m3x2@stationhouse.example>');
    expect(email.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
  });

  test(`goes to exactly one recipient or is not sent: ${HOSTILE_ADDRESSES.length + BROKEN_ADDRESSES.length} hostile addresses`, async () => {
    const hostile = [...HOSTILE_ADDRESSES, ...BROKEN_ADDRESSES];
    expect(hostile.length).toBeGreaterThanOrEqual(60);
    const sink = await startSmtpSink();
    const mailer = mailerFor(sink.url);
    for (const to of hostile) {
      await expect(mailer.send({ ...MAIL, to })).rejects.toThrow('not one plain email address');
    }
    await mailer.send(MAIL);
    await sink.next();
    expect(sink.mails).toHaveLength(1);
  });

  test('has exactly one reply address, or is not sent', async () => {
    const sink = await startSmtpSink();
    const mailer = mailerFor(sink.url);
    for (const reply_to of [...HOSTILE_ADDRESSES, ...BROKEN_ADDRESSES]) {
      await expect(mailer.send({ ...MAIL, reply_to })).rejects.toThrow('not one plain');
    }
    await mailer.send({ ...MAIL, reply_to: 'grace@example.com' });
    const { recipients, email } = await sink.next();
    expect(recipients).toEqual([MAIL.to]);
    expect(email.replyTo).toEqual([{ name: '', address: 'grace@example.com' }]);
    await mailer.send(MAIL);
    expect((await sink.next()).email.replyTo ?? []).toEqual([]);
    expect(sink.mails).toHaveLength(2);
  });

  test('has no headers injected by its subject or content', async () => {
    const sink = await startSmtpSink();
    const mailer = mailerFor(sink.url);
    for (const lineBreak of LINE_BREAKS) {
      const line = `${lineBreak}Bcc: eve@evil.example${lineBreak}.${lineBreak}MAIL FROM:<x@y.example>`;
      await mailer.send({ ...MAIL, subject: `Hello${line}`, text: line, html: line });
      const { recipients, email } = await sink.next();
      expect(recipients).toEqual(['ada@example.com']);
      expect(email.bcc ?? []).toEqual([]);
      expect(email.headers.map(({ key }) => key)).not.toContain('bcc');
    }
    expect(sink.mails).toHaveLength(LINE_BREAKS.length);
  });

  test('is not sent if its id could inject a header', async () => {
    const sink = await startSmtpSink();
    const mailer = mailerFor(sink.url);
    for (const id of ['', 'a>\r\nBcc: eve@evil.example', 'a b', '<x>', 'a@b']) {
      await expect(mailer.send({ ...MAIL, id })).rejects.toThrow('invalid mail id');
    }
    expect(sink.mails).toEqual([]);
  });
});

describe('a mail server', () => {
  test('receives nothing if it is remote and offers no TLS', async () => {
    const sink = await startSmtpSink();
    // Also this machine, but not by a name that says so.
    const mailer = mailerFor(sink.url.replace('127.0.0.1', '0.0.0.0'));
    await expect(mailer.send(MAIL)).rejects.toThrow(/rejected a mail: \w+/);
    expect([...sink.mails, ...sink.refused]).toEqual([]);
  });

  test('causes an error without addresses if it rejects a mail', async () => {
    const server = createServer((socket) => {
      socket.write('220 ready\r\n');
      socket.on('data', (line) => {
        const command = String(line).slice(0, 4);
        if (command === 'RCPT') socket.write('550 5.1.1 <ada@example.com> is unknown here\r\n');
        else socket.write('250 well\r\n');
      });
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    // A listening TCP server has an address of this shape.
    const { port } = server.address() as AddressInfo;
    const failure = await mailerFor(`smtp://127.0.0.1:${port}`)
      .send(MAIL)
      .catch((error: unknown) => error);
    expect(String(failure)).toContain('550');
    expect(String(failure)).not.toContain('ada@example.com');
  });

  test('causes an error if it cannot be reached', async () => {
    const sink = await startSmtpSink();
    await sink.stop();
    await expect(mailerFor(sink.url).send(MAIL)).rejects.toThrow('ECONNREFUSED');
  });
});

test('a rehearsed mail is composed, and not sent', async () => {
  const sink = await startSmtpSink();
  const { send, rehearse } = mailerFor(sink.url);
  await rehearse({ ...MAIL, to: 'nobody@example.invalid' });
  await send(MAIL);
  await sink.next();
  expect(sink.mails.map(({ recipients }) => recipients)).toEqual([[MAIL.to]]);
});
