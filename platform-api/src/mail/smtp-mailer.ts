import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { assertOneAddress } from './mail-address.ts';
import type { Letter, Mailer } from './mailer.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** A server may take its time between two answers: greylisting and scanners do. */
const SOCKET_TIMEOUT_MS = 30_000;

/** The usual ports of mail submission (RFC 8314 §3.3, RFC 6409 §3.1). */
const IMPLICIT_TLS_PORT = 465;
const SUBMISSION_PORT = 587;

/** Ours are made of these; anything else could begin a header of its own. */
const LETTER_ID = /^[\w.-]{1,200}$/;

/** A letter was not taken. Says why without the addresses that servers like to quote. */
class LetterNotTaken extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    const { code, responseCode, message } = readFailure(cause);
    super(`the mail server did not take a letter: ${code} ${responseCode} ${message}`);
    this.name = 'LetterNotTaken';
    this.code = code;
  }
}

/**
 * Sends letters by SMTP, over connections that are kept open.
 *
 * `smtps:` speaks TLS from the first byte. `smtp:` has to change to TLS by STARTTLS before anything is
 * said, unless the server is on this machine: the letters hold sign-in links and the session a password,
 * and whoever sits between could otherwise simply leave the offer of TLS out.
 * @param options.url `smtp://user:password@host:587`, user and password percent-encoded
 */
export function createSmtpMailer(options: {
  url: string;
  from: { name: string; address: string };
}): Mailer & { close(): void } {
  const { from } = options;
  const url = new URL(options.url);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const secure = url.protocol === 'smtps:';
  const senderHost = from.address.slice(from.address.lastIndexOf('@') + 1);
  const transport = createTransport({
    pool: true,
    host,
    port: Number(url.port) || (secure ? IMPLICIT_TLS_PORT : SUBMISSION_PORT),
    secure,
    requireTLS: !secure && !isThisMachine(host),
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    // A letter is words: nothing in it may make the library open a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async send({ to, reply_to, subject, text, html, id }: Letter) {
      assertOneAddress(to);
      if (reply_to !== undefined) assertOneAddress(reply_to);
      if (!LETTER_ID.test(id)) throw new Error('not the id of a letter');
      try {
        await transport.sendMail({
          // Objects: a text would be read as a list.
          from: { name: from.name, address: from.address },
          to: { name: '', address: to },
          ...(reply_to !== undefined && { replyTo: { name: '', address: reply_to } }),
          envelope: { from: from.address, to: [to] },
          subject,
          text,
          html,
          messageId: `<${id}@${senderHost}>`,
          // Asks for no answers from holiday programs (RFC 3834 §5).
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw new LetterNotTaken(error);
      }
    },
    async check() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

function isThisMachine(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1';
}

function readFailure(cause: unknown): { code: string; responseCode: string; message: string } {
  if (!(cause instanceof Error)) return { code: 'ESEND', responseCode: '', message: '' };
  const text = (key: string): string => String(Reflect.get(cause, key) ?? '');
  return {
    code: text('code') || 'ESEND',
    responseCode: text('responseCode'),
    message: cause.message.replaceAll(/\S+@\S+/g, '(address)'),
  };
}
