import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** A provider gives each customer an IPv6 network of this prefix length or shorter (RFC 6177). */
const IPV6_CUSTOMER_BITS = 64;

/**
 * The client's IP address. Each proxy appends the address it saw to X-Forwarded-For, so only the last
 * `trustedProxies` entries can be trusted: the client can invent the others.
 *
 * @param trustedProxies how many of our own proxies are in front (`TRUST_PROXY`)
 */
export function clientAddress(req: IncomingMessage, trustedProxies: number): string {
  const peer = req.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return plainAddress(peer);
  const header = req.headers['x-forwarded-for'];
  const entries = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
  // The nearest proxy is the socket's peer; the last entry is the address that it saw.
  const claimed = entries.at(-trustedProxies)?.trim() ?? '';
  return ipaddr.isValid(claimed) ? plainAddress(claimed) : plainAddress(peer);
}

/** Unwraps an IPv4-mapped IPv6 address. */
function plainAddress(text: string): string {
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : text;
}

/** The key for rate limits: an IPv4 address or an IPv6 /64, because one customer can use all of a /64. */
export function limitedAddress(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_CUSTOMER_BITS}`).toString();
}
