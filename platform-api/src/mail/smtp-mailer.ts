import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { EMAIL_PATTERN } from '../../contract/fields.ts';
import { MAX_EMAIL_LENGTH } from '../../contract/values.ts';
import type { Letter, Mailer } from './mailer.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Long, because greylisting and scanners delay a server's replies. */
const SOCKET_TIMEOUT_MS = 30_000;

/** The usual ports of mail submission (RFC 8314 §3.3, RFC 6409 §3.1). */
const IMPLICIT_TLS_PORT = 465;
const SUBMISSION_PORT = 587;

/** No content may make the library open a file or a URL. */
const NO_ACCESS = { disableFileAccess: true, disableUrlAccess: true } as const;

/** Other characters could inject a header. */
const LETTER_ID = /^[\w.-]{1,200}$/;

/**
 * Exactly one plain address. Mail libraries parse lists, groups, comments and names: to nodemailer `a, b`
 * is two recipients, and four of its seven advisories of 2026 are in that parser.
 */
const ONE_ADDRESS = z.string().max(MAX_EMAIL_LENGTH).regex(EMAIL_PATTERN);

/** @throws Error without the address, unless it is exactly one plain address */
function assertOneAddress(address: string): void {
  if (!ONE_ADDRESS.safeParse(address).success) throw new Error('not one plain email address');
}

/** The mail server did not accept a mail. The message leaves out addresses, which servers often quote. */
class MailRejected extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    const { code, responseCode, message } = readFailure(cause);
    super(`the mail server rejected a mail: ${code} ${responseCode} ${message}`);
    this.name = 'MailRejected';
    this.code = code;
  }
}

/**
 * Sends mail by SMTP over pooled connections.
 *
 * `smtps:` uses TLS from the first byte. `smtp:` requires STARTTLS unless the server is on this machine.
 * Mails hold sign-in links and the session a password, and an attacker in between could otherwise
 * strip the offer of TLS.
 * @param options.url `smtp://user:password@host:587`, user and password percent-encoded
 */
export function createSmtpMailer(options: {
  url: string;
  from: { name: string; address: string };
}): Required<Mailer> & { close(): void } {
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
    ...NO_ACCESS,
  });
  // Writes into a buffer instead of a connection.
  const rehearsal = createTransport({ streamTransport: true, buffer: true, ...NO_ACCESS });

  function compose({ to, reply_to, subject, text, html, id }: Letter) {
    assertOneAddress(to);
    if (reply_to !== undefined) assertOneAddress(reply_to);
    if (!LETTER_ID.test(id)) throw new Error('invalid mail id');
    return {
      // Objects, because the library parses a string as a list.
      from: { name: from.name, address: from.address },
      to: { name: '', address: to },
      ...(reply_to !== undefined && { replyTo: { name: '', address: reply_to } }),
      envelope: { from: from.address, to: [to] },
      subject,
      text,
      html,
      messageId: `<${id}@${senderHost}>`,
      // Prevents automatic replies (RFC 3834 §5).
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
  }

  return {
    async send(letter) {
      const mail = compose(letter);
      try {
        await transport.sendMail(mail);
      } catch (error) {
        throw new MailRejected(error);
      }
    },
    async rehearse(letter) {
      await rehearsal.sendMail(compose(letter));
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
    message: cause.message.replaceAll(/(?<!\S)\S+@\S+/g, '(address)'),
  };
}
