import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Letter, Mailer, SmsSender, TextMessage } from './mailer.ts';

/** Older ones are thrown away: the mailbox is for looking, not for keeping. */
export const MAX_KEPT = 200;

interface KeptBase {
  /** Names it in the mailbox; sorts by time. */
  id: string;
  /** When it was sent, ISO 8601. */
  sent_at: string;
  to: string;
  text: string;
}

/** A letter or a text message as it lies in the mailbox. */
export type Kept =
  | (KeptBase & { kind: 'letter'; reply_to?: string | undefined; subject: string; html: string })
  | (KeptBase & { kind: 'text' });

/** Where development's mail and text messages land instead of in the world. */
export interface Mailbox extends Mailer, SmsSender {
  send(item: Letter | TextMessage): Promise<void>;
  /** Newest first, at most 200. */
  list(): Promise<Kept[]>;
  /** Null: there is no such letter. */
  read(id: string): Promise<Kept | null>;
}

/** Milliseconds, a number within one of them, and some chance: no path can be built of it. */
const KEPT_ID = /^\d{13}-\d{4}-[0-9a-f]{8}$/;

/** Keeps what is sent in a folder, one JSON file each. */
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

  async function read(id: string): Promise<Kept | null> {
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
      const kept: Kept =
        'html' in item
          ? {
              ...base,
              kind: 'letter',
              reply_to: item.reply_to,
              subject: item.subject,
              html: item.html,
            }
          : { ...base, kind: 'text' };

      // Only its owner may read it: it holds codes. Renamed, so that nobody reads half a letter.
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

/** What stands for a file or folder that is not there. */
const ifMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
