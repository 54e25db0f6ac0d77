import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMailbox } from './mailbox.ts';

async function emptyFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'stationhouse-mailbox-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return join(parent, 'mailbox');
}

const letter = (subject: string) => ({
  to: 'ada@example.com',
  subject,
  text: 'Words',
  html: '<p>Words</p>',
  id: 'mail-1',
});

describe('the mailbox', () => {
  test('is empty at first', async () => {
    const mailbox = createMailbox(await emptyFolder());
    expect(await mailbox.list()).toEqual([]);
  });

  test('keeps mails and text messages over a restart, newest first', async () => {
    const folder = await emptyFolder();
    const mailbox = createMailbox(folder);
    await mailbox.send(letter('first'));
    await mailbox.send({ to: '+442079460000', text: 'Your code is 483920', id: 'code-1' });
    await mailbox.send(letter('third'));

    const kept = await createMailbox(folder).list();
    expect(kept.map((item) => (item.kind === 'letter' ? item.subject : item.text))).toEqual([
      'third',
      'Your code is 483920',
      'first',
    ]);
    const [newest] = kept;
    expect(newest).toMatchObject({ kind: 'letter', to: 'ada@example.com', html: '<p>Words</p>' });
    expect(await mailbox.read(newest?.id ?? '')).toEqual(newest);
    expect(Date.now() - Date.parse(newest?.sent_at ?? '')).toBeLessThan(60_000);
  });

  test('keeps the newest 200', async () => {
    const folder = await emptyFolder();
    const mailbox = createMailbox(folder);
    for (let number = 1; number <= 205; number += 1) await mailbox.send(letter(`number ${number}`));
    const kept = await mailbox.list();
    expect(kept).toHaveLength(200);
    expect(kept.at(0)).toMatchObject({ subject: 'number 205' });
    expect(kept.at(-1)).toMatchObject({ subject: 'number 6' });
    expect(await readdir(folder)).toHaveLength(200);
  });

  test('keeps all mails that are sent concurrently', async () => {
    const mailbox = createMailbox(await emptyFolder());
    const subjects = Array.from({ length: 50 }, (_, index) => `number ${index}`);
    await Promise.all(subjects.map((subject) => mailbox.send(letter(subject))));
    expect(await mailbox.list()).toHaveLength(50);
  });

  test('is readable by its owner only, and leaves no drafts', async () => {
    const folder = await emptyFolder();
    await createMailbox(folder).send(letter('secret'));
    const names = await readdir(folder);
    expect(names).toEqual([expect.stringMatching(/\.json$/)]);
    expect((await stat(folder)).mode & 0o077).toBe(0);
    expect((await stat(join(folder, names[0] ?? ''))).mode & 0o077).toBe(0);
  });

  test('reads nothing outside its folder', async () => {
    const folder = await emptyFolder();
    await mkdir(folder);
    await writeFile(join(folder, '..', 'secret.json'), '{"kind":"text"}');
    await writeFile(join(folder, 'notes.json'), '{"kind":"text"}');
    const mailbox = createMailbox(folder);
    for (const id of [
      '../secret',
      '..%2fsecret',
      'notes',
      '',
      '.',
      '..',
      '/etc/passwd',
      'a\u0000',
    ]) {
      expect(await mailbox.read(id)).toBeNull();
    }
    expect(await mailbox.read('1763712000000-0001-00000000')).toBeNull();
    expect(await mailbox.list()).toEqual([]);
  });
});
