import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { serve } from '../../test/server.ts';
import type { Letter, Mailer } from '../mail/mailer.ts';
import { watchMail } from '../mail/watch-mail.ts';
import { createAlarmPost, type Alarm } from './alarms.ts';
import { createLogger } from './log.ts';

const LETTER: Letter = { to: 'ada@example.com', subject: 's', text: 't', html: 'h', id: '1' };
const PUBLIC_URL = 'https://radio.example.com';

/** A receiver of alarms that fails as often as it is told to. */
async function startReceiver(failures = 0) {
  const received: object[] = [];
  let left = failures;
  const { url } = await serve((req, res) => {
    let body = '';
    req.on('data', (part: Buffer) => (body += part.toString()));
    req.on('end', () => {
      const isFailing = left-- > 0;
      if (!isFailing) received.push(JSON.parse(body) as object);
      res.writeHead(isFailing ? 500 : 200).end();
    });
  });
  return { url, received };
}

it('posts each line of the log with an alarm to ALARM_URL, the same one once', async () => {
  const { url, received } = await startReceiver();
  const onFailure = vi.fn<(error: unknown) => void>();
  const post = createAlarmPost({ url, publicUrl: PUBLIC_URL, onFailure });
  const posts: Promise<void>[] = [];
  const log = createLogger('fatal', { onAlarm: (alarm) => void posts.push(post(alarm)) });
  log.fatal({ alarm: 'billing' }, 'Member 1 pays twice');
  log.fatal({ alarm: 'billing' }, 'Member 1 pays twice');
  log.child({ job: 1 }).fatal({ alarm: 'mail' }, 'No mail');
  log.fatal('an ordinary line');
  await Promise.all(posts);
  expect(received.map((body) => (body as Alarm).alarm).toSorted()).toEqual(['billing', 'mail']);
  expect(received).toContainEqual({
    text: `${PUBLIC_URL}: No mail (mail)`,
    alarm: 'mail',
    message: 'No mail',
    url: PUBLIC_URL,
    at: expect.any(String),
  });
  expect(onFailure).not.toHaveBeenCalled();
});

it('tries a receiver that fails once more, and never rejects', async () => {
  const { url, received } = await startReceiver(1);
  const onFailure = vi.fn<(error: unknown) => void>();
  await createAlarmPost({ url, publicUrl: PUBLIC_URL, onFailure })({ alarm: 'mail', message: 'x' });
  expect(received).toHaveLength(1);
  const dead = createAlarmPost({ url: 'http://127.0.0.1:9', publicUrl: PUBLIC_URL, onFailure });
  await dead({ alarm: 'mail', message: 'x' });
  expect(onFailure).toHaveBeenCalledOnce();
}, 20_000);

it('raises one alarm after ten minutes in which the mail server only failed, and takes it back', async () => {
  const lines: { level: number; alarm?: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as never) });
  let time = 0;
  let failure: Error | null = Object.assign(new Error('refused'), { code: 'ECONNECTION' });
  const send = async () => {
    if (failure) throw failure;
  };
  const mailer = watchMail<Mailer>({ send, check: send }, log, () => time);
  for (const minute of [0, 5, 9]) {
    time = minute * 60_000;
    await expect(mailer.send(LETTER)).rejects.toThrow('refused');
  }
  expect(lines).toEqual([]);
  for (const minute of [10, 11]) {
    time = minute * 60_000;
    await expect(mailer.check?.()).rejects.toThrow('refused');
  }
  expect(lines).toMatchObject([{ alarm: 'mail', level: 50 }]);
  failure = null;
  await mailer.send(LETTER);
  expect(lines[1]).toMatchObject({ alarm: 'mail', level: 40 });

  // One wrong address is no failure of the server.
  failure = Object.assign(new Error('no such user'), { code: 'EENVELOPE' });
  for (const minute of [12, 30]) {
    time = minute * 60_000;
    await expect(mailer.send(LETTER)).rejects.toThrow('no such user');
  }
  expect(lines).toHaveLength(2);
});
