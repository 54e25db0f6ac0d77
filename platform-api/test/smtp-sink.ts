import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** How long a test waits for an expected mail, in ms. */
const PATIENCE_MS = 10_000;

/** A mail as it came over the wire. */
export interface ParsedMail {
  /** The recipients in the envelope, which may differ from the headers. */
  recipients: string[];
  sender: string;
  raw: string;
  /** The parsed message. */
  email: Email;
}

/** A real SMTP server on loopback that keeps all mails. */
export interface SmtpSink {
  url: string;
  /** The accepted mails, in order. */
  mails: ParsedMail[];
  /** Mails that were read and then refused. */
  refused: ParsedMail[];
  /** Waits for a mail that no earlier call has returned. */
  next(is?: (mail: ParsedMail) => boolean): Promise<ParsedMail>;
  /** Whether mails are refused from now on, as by a full server. */
  refuse(on: boolean): void;
  stop(): Promise<void>;
}

/**
 * Starts an SMTP server that stops after the test.
 * @param port the port of an earlier server, to simulate its return
 */
export async function startSmtpSink(port = 0): Promise<SmtpSink> {
  const mails: ParsedMail[] = [];
  const refused: ParsedMail[] = [];
  const given = new Set<ParsedMail>();
  const waiting = new Set<() => void>();
  let refusing = false;
  let stopped: Promise<void> | undefined;

  async function take(raw: Buffer, session: SMTPServerSession): Promise<void> {
    const { mailFrom, rcptTo } = session.envelope;
    (refusing ? refused : mails).push({
      recipients: rcptTo.map((recipient) => recipient.address),
      sender: mailFrom ? mailFrom.address : '',
      raw: raw.toString(),
      email: await PostalMime.parse(raw),
    });
    if (refusing) throw Object.assign(new Error('try again later'), { responseCode: 451 });
    for (const look of waiting) look();
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    // Clients keep their connections open, so they are cut at the end.
    closeTimeout: 50,
    async onData(stream, session, answer) {
      try {
        await take(await buffer(stream), session);
        answer();
      } catch (error) {
        answer(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  // A client may disconnect at any time.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  // A listening TCP server has an address of this shape.
  const address = server.server.address() as AddressInfo;

  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    refused,
    next: (is = () => true) =>
      new Promise((resolve, reject) => {
        function look(): void {
          const mail = mails.find((mail) => !given.has(mail) && is(mail));
          if (!mail) return;
          clearTimeout(patience);
          waiting.delete(look);
          given.add(mail);
          resolve(mail);
        }
        const patience = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`no such mail among ${mails.length}`));
        }, PATIENCE_MS);
        waiting.add(look);
        look();
      }),
    refuse(on) {
      refusing = on;
    },
    stop: () => (stopped ??= new Promise((resolve) => server.close(resolve))),
  };
  onTestFinished(() => sink.stop());
  return sink;
}
