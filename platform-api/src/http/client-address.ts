import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** How many bits of an IPv6 address belong to one customer of a provider (RFC 6177: /48 to /64). */
const IPV6_CUSTOMER_BITS = 64;

/**
 * The address that a request came from. Each proxy adds at the right of X-Forwarded-For whom it
 * heard, so of what it says only the last `trustedProxies` entries are not the client's own invention.
 *
 * @param trustedProxies how many proxies of ours stand in front (`TRUST_PROXY`)
 */
export function clientAddress(req: IncomingMessage, trustedProxies: number): string {
  const heard = req.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return plainAddress(heard);
  const header = req.headers['x-forwarded-for'];
  const told = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
  // The nearest proxy is the socket itself; what it heard is the last entry.
  const claimed = told.at(-trustedProxies)?.trim() ?? '';
  return ipaddr.isValid(claimed) ? plainAddress(claimed) : plainAddress(heard);
}

/** IPv4 in IPv6's clothes is IPv4. */
function plainAddress(text: string): string {
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : text;
}

/** Whom a limit counts: an IPv4 address, or the network that one IPv6 customer has to rotate in. */
export function limitedAddress(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_CUSTOMER_BITS}`).toString();
}
