// The installation as others see it: its address, certificate and names, through the proxies in front.
import { randomBytes } from 'node:crypto';
import { lookup, Resolver } from 'node:dns/promises';
import { connect } from 'node:tls';
import type { Knex } from 'knex';
import { DAY_MS } from '../../contract/time.ts';
import { idInDatabase, installationMark } from '../assets/installation.ts';
import { hasCode } from '../errors.ts';
import { isLoopback } from '../http/web-origin.ts';
import type { Config } from '../process/config.ts';
import { failed, ok, reasonOf, skipped, warning, type Check, type Verdict } from './finding.ts';
import { findOldestSlug } from '../stations/station-queries.ts';

/** Time for an answer from outside, and for the first bytes of a stream, in ms. */
const ANSWER_MS = 8_000;
const FIRST_BYTES_MS = 3_000;

/** A certificate should have been renewed this long before it ends, in days. */
const RENEWED_DAYS = 14;

/** @param database undefined: it cannot be used */
export function examineOutside(config: Config, database: () => Knex | undefined): Check[] {
  return [
    ['public_url', () => examinePublicUrl(config, database())],
    ['certificate', () => examineCertificate(config)],
    ['proxy', () => examineProxy(config, database())],
    ['wildcard_dns', () => examineNames(config)],
    ['mail_dns', () => examineMailNames(config)],
  ];
}

async function examinePublicUrl({ publicUrl }: Config, db: Knex | undefined): Promise<Verdict> {
  const address = `${publicUrl}/v1/status`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(
    (error: unknown) => reasonOf(error),
  );
  if (typeof answer === 'string') {
    return failed(
      `${address} cannot be reached (${answer}). Is the program running, and does the proxy lead to it?`,
    );
  }
  const status: unknown = await answer.json().catch(() => null);
  const mark: unknown = Reflect.get(Object(status), 'installation');
  if (!answer.ok || typeof mark !== 'string') {
    return failed(
      `${address} answers ${answer.status}, and not as this program does. What answers there?`,
    );
  }
  const own = db && (await idInDatabase(db));
  if (own && installationMark(own) !== mark) {
    return failed(
      `${publicUrl} is answered by another installation. Check PUBLIC_URL and the proxy.`,
    );
  }
  return ok(`${publicUrl} is answered by this installation.`);
}

async function examineCertificate({ publicUrl }: Config): Promise<Verdict> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return skipped('PUBLIC_URL has no TLS.');
  const { ends, refusal } = await readCertificate(hostname, Number(port) || 443);
  const day = ends.toISOString().slice(0, 10);
  const days = Math.floor((ends.getTime() - Date.now()) / DAY_MS);
  if (days < 0) return failed(`The certificate of ${hostname} ended on ${day}. Renew it.`);
  if (refusal !== null) {
    const reason = REFUSALS[refusal] ?? 'its issuer is not trusted';
    return failed(`Browsers refuse the certificate of ${hostname}: ${reason} (${refusal}).`);
  }
  const said = `The certificate of ${hostname} ends in ${days} days, on ${day}.`;
  return days < RENEWED_DAYS ? warning(`${said} Its renewal is late.`) : ok(said);
}

/** The reasons of Node.js and OpenSSL that an operator can act on. */
const REFUSALS: Record<string, string> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the proxy does not send the certificates of its issuers',
};

/** Reads a certificate that browsers refuse, too. */
function readCertificate(
  host: string,
  port: number,
): Promise<{ ends: Date; refusal: string | null }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      const { valid_to } = socket.getPeerCertificate();
      // Node sets an error although its type says a code.
      const error: unknown = socket.authorizationError;
      const refusal = socket.authorized
        ? null
        : String(Reflect.get(Object(error), 'code') ?? error);
      socket.destroy();
      resolve({ ends: new Date(valid_to), refusal });
    });
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('no answer to TLS')));
    socket.on('error', reject);
  });
}

/** A proxy that buffers lets nothing of a stream through, or late. */
async function examineProxy({ publicUrl }: Config, db: Knex | undefined): Promise<Verdict> {
  const slug = db && (await findOldestSlug(db));
  if (slug === undefined) return skipped('Not looked at: no station is on air.');
  const address = `${publicUrl}/v1/stations/${slug}/events`;
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), FIRST_BYTES_MS);
  try {
    const answer = await fetch(address, { signal: stop.signal });
    if (!answer.ok) return failed(`${address} answers ${answer.status}.`);
    const first = await answer.body?.getReader().read();
    return first?.value
      ? ok('Event streams arrive at once through everything in front.')
      : failed(`${address} ends without an event.`);
  } catch (error) {
    if (!stop.signal.aborted) return failed(`${address} cannot be read: ${reasonOf(error)}`);
    return failed(
      `Nothing of ${address} arrived in ${FIRST_BYTES_MS / 1_000} s. A proxy in front buffers streams: switch that off.`,
    );
  } finally {
    clearTimeout(late);
    stop.abort();
  }
}

/** Any name below the domains of stations must lead to the same addresses as PUBLIC_URL. */
async function examineNames(config: Config): Promise<Verdict> {
  const { publicUrl, mainDomain, projectHostDomain } = config;
  const domains = [mainDomain, projectHostDomain].filter(
    (name) => name !== null && !isLoopback(name),
  );
  if (domains.length === 0)
    return skipped('MAIN_DOMAIN is not set: stations have no names of their own.');
  const own = await addressesOf(new URL(publicUrl).hostname);
  for (const domain of domains) {
    const name = `doctor-${randomBytes(4).toString('hex')}.${domain}`;
    const found = await addressesOf(name).catch(() => []);
    if (found.length === 0) {
      return failed(`*.${domain} has no address. Make a DNS record for it, as for ${publicUrl}.`);
    }
    if (!found.some((address) => own.includes(address))) {
      return warning(
        `*.${domain} leads to ${found.join(', ')}, and ${publicUrl} to ${own.join(', ')}. Both must lead here.`,
      );
    }
  }
  return ok(
    `Names of stations, such as blue-cafe.${domains[0]}, lead to the same addresses as PUBLIC_URL.`,
  );
}

const addressesOf = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** A name without such a record. */
const NO_RECORD = ['ENODATA', 'ENOTFOUND'];

/**
 * Receivers look for SPF and DMARC at the domain of the sender (RFC 7208, RFC 7489), and send bounces to it. DKIM keys
 * are at names that only the mail server knows.
 */
async function examineMailNames({ smtpUrl, mailFrom, dnsServers }: Config): Promise<Verdict> {
  if (smtpUrl === null) return skipped('SMTP_URL is not set: no mail leaves.');
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  const found = async <T>(records: Promise<T[]>): Promise<T[]> =>
    records.catch((error: unknown) => {
      if (hasCode(error, ...NO_RECORD)) return [];
      throw error;
    });
  const texts = async (name: string) =>
    (await found(resolver.resolveTxt(name))).map((parts) => parts.join(''));

  const domain = mailFrom.address.split('@').at(-1) ?? '';
  const spf = (await texts(domain)).filter((text) => /^v=spf1( |$)/i.test(text));
  const faults: string[] = [];
  if (spf.length === 0) faults.push(`${domain} has no SPF record`);
  if (spf.length > 1) faults.push(`${domain} has ${spf.length} SPF records, and may have one`);
  if (!(await hasDmarc(domain, texts))) faults.push(`_dmarc.${domain} has no DMARC record`);
  const [exchanges, addresses] = [
    await found(resolver.resolveMx(domain)),
    await found(resolver.resolve4(domain)),
  ];
  if (exchanges.length + addresses.length === 0) {
    faults.push(`${domain} has no MX record, so bounces and answers are lost`);
  }
  return faults.length > 0
    ? warning(
        `Mails from ${mailFrom.address} may end as spam: ${faults.join('; ')}. See docs/operations/mail.md.`,
      )
    : ok(`${domain} has SPF and DMARC, and receives bounces. Only a sent mail shows its DKIM.`);
}

/** The record of a domain, or of one above it, covers it. */
async function hasDmarc(domain: string, texts: (name: string) => Promise<string[]>) {
  const labels = domain.split('.');
  for (let from = 0; from <= labels.length - 2; from += 1) {
    const records = await texts(`_dmarc.${labels.slice(from).join('.')}`);
    if (records.some((text) => /^v=DMARC1\s*;/i.test(text))) return true;
  }
  return false;
}
