import { onTestFinished, vi } from 'vitest';
import { startWorker } from '../src/jobs/worker.ts';
import type { TestApp } from './server.ts';

const CODE = /\b\d{6}\b/;
const LINK = /https?:\S+#type=\w+&token=[\w-]+/;

/** The mail that arrived for an address. Fails the test when nothing arrived. */
function found<Thing>(thing: Thing | undefined, to: string): Thing {
  if (thing === undefined) throw new Error(`Nothing of the kind was sent to ${to}.`);
  return thing;
}

/** The code that a mail or text message contains. */
export function codeIn(text: string): string {
  return found(CODE.exec(text)?.[0], 'anybody');
}

/** The link in a mail, which replaces the code, and its token. */
export function linkIn(text: string): { url: URL; token: string } {
  const url = new URL(found(LINK.exec(text)?.[0], 'anybody'));
  return { url, token: new URLSearchParams(url.hash.slice(1)).get('token') ?? '' };
}

export interface MailInbox {
  /** Waits until the queue is empty, then returns all mails and texts to this address. */
  to(address: string): Promise<string[]>;
  /** The code of the newest mail or text to this address that has one: other news may arrive after it. */
  codeTo(address: string): Promise<string>;
  /** The token of the newest link in the mails to this address. */
  tokenTo(address: string): Promise<string>;
  /** Stops the worker. */
  close(): Promise<void>;
}

/** Runs an app's jobs with a real worker until the test ends. */
export async function startMailInbox(app: TestApp): Promise<MailInbox> {
  const { services, tasks, sent } = app;
  const { databaseUrl, log, db } = services;
  const worker = await startWorker({ databaseUrl, tasks, log });
  let stopped: Promise<void> | undefined;
  const close = () => (stopped ??= worker.stop());
  onTestFinished(close);

  async function to(address: string): Promise<string[]> {
    await vi.waitFor(
      async () => {
        const left = await db('graphile_worker._private_jobs').select('last_error');
        if (left.length > 0) throw new Error(`Jobs are left: ${JSON.stringify(left)}`);
      },
      { timeout: 10_000, interval: 5 },
    );
    return [...sent.mails, ...sent.texts]
      .filter((message) => message.to === address)
      .map(({ text }) => text);
  }
  const newest = async (address: string, kind: RegExp) =>
    found(
      (await to(address)).findLast((text) => kind.test(text)),
      address,
    );
  return {
    to,
    codeTo: async (address) => codeIn(await newest(address, CODE)),
    tokenTo: async (address) => linkIn(await newest(address, LINK)).token,
    close,
  };
}
