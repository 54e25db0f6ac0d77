import { isIP } from 'node:net';
import type { AddressRules } from './address-rules.ts';
import { FetchRefused } from './fetch-refused.ts';

/** Below 1024 only these: the others are mail, databases and the like (issue 2, Build 4). */
const LOW_PORTS = new Set(['80', '443']);
const FIRST_FREE_PORT = 1024;

/**
 * What can be told of an address before anyone connects to it.
 * @throws FetchRefused `url_not_allowed` or `address_not_allowed`
 */
export function checkUrl(address: string, rules: AddressRules): URL {
  // Parsing also brings every odd spelling of an IPv4 address, 0x7f.1 say, into its plain form.
  if (!URL.canParse(address)) throw new FetchRefused('url_not_allowed');
  const url = new URL(address);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  const isFreePort = url.port === '' || Number(url.port) >= FIRST_FREE_PORT;
  if (!isWeb || url.username !== '' || url.password !== '') {
    throw new FetchRefused('url_not_allowed');
  }
  if (!isFreePort && !LOW_PORTS.has(url.port)) throw new FetchRefused('url_not_allowed');

  const host = url.hostname.replace(/^\[(.+)\]$/, '$1');
  // Names under localhost are loopback wherever they are asked (RFC 6761 §6.3).
  const literal = /(?:^|\.)localhost\.?$/.test(host) ? '127.0.0.1' : host;
  if (isIP(literal) !== 0 && !rules.permits(host, literal)) {
    throw new FetchRefused('address_not_allowed');
  }
  return url;
}
