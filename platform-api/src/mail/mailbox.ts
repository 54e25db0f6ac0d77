import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../errors.ts';
import type { Letter, Mailer, SmsSender, TextMessage } from './mailer.ts';

/** Older items are deleted. */
export const MAX_KEPT = 200;

interface KeptBase {
  /** Sorts by time. */
  id: string;
  /** ISO 8601. */
  sent_at: string;
  to: string;
  text: string;
}

/** A mail or a text message in the mailbox. */
export type MailboxItem =
  | (KeptBase & { kind: 'letter'; reply_to?: string | undefined; subject: string; html: string })
  | (KeptBase & { kind: 'text' });

/** A stand-in for SMTP and SMS in development: stores what would be sent. */
export interface Mailbox extends Mailer, SmsSender {
  send(item: Letter | TextMessage): Promise<void>;
  /** Newest first, at most 200. */
  list(): Promise<MailboxItem[]>;
  /** Null if there is no such item. */
  read(id: string): Promise<MailboxItem | null>;
}

/** Milliseconds, a counter and random characters. The pattern also prevents path traversal. */
const KEPT_ID = /^\d{13}-\d{4}-[0-9a-f]{8}$/;

/** Stores each item as a JSON file in a folder. */
export function createMailbox(folder: string): Mailbox {
  let count = 0;

  async function ids(): Promise<string[]> {
    const names = await readdir(folder).catch(ifMissing([]));
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .filter((id) => KEPT_ID.test(id))
      .toSorted((a, b) => (a < b ? 1 : -1));
  }

  async function read(id: string): Promise<MailboxItem | null> {
    if (!KEPT_ID.test(id)) return null;
    const content = await readFile(fileOf(id), 'utf8').catch(ifMissing(null));
    return content === null ? null : JSON.parse(content);
  }

  const fileOf = (id: string): string => join(folder, `${id}.json`);

  return {
    async send(item) {
      const now = Date.now();
      count = (count + 1) % 10_000;
      const id = `${now}-${String(count).padStart(4, '0')}-${randomBytes(4).toString('hex')}`;
      const { to, text } = item;
      const base = { id, sent_at: new Date(now).toISOString(), to, text };
      const kept: MailboxItem =
        'html' in item
          ? {
              ...base,
              kind: 'letter',
              reply_to: item.reply_to,
              subject: item.subject,
              html: item.html,
            }
          : { ...base, kind: 'text' };

      // Owner-only permissions, because mails hold codes. The rename makes the write atomic.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `${id}.draft`);
      await writeFile(draft, JSON.stringify(kept), { mode: 0o600 });
      await rename(draft, fileOf(id));
      for (const old of (await ids()).slice(MAX_KEPT)) await rm(fileOf(old), { force: true });
    },
    async list() {
      const all = await Promise.all((await ids()).map(read));
      return all.filter((kept) => kept !== null);
    },
    read,
  };
}

/** Returns a default if a file or folder does not exist. */
const ifMissing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (hasCode(error, 'ENOENT')) return value;
    throw error;
  };
