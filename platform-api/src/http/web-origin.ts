import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** An origin: scheme, host and port. Parsed without a trailing slash. */
export const webOrigin = z
  .url({
    protocol: /^https?$/,
    error: 'must be an address such as https://radio.example.com',
    abort: true,
  })
  .refine((text) => {
    const url = new URL(text);
    return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  }, 'must be an origin only: scheme, host and port')
  .transform((text) => new URL(text).origin);

/** Whether a host name or address, perhaps in brackets, is this machine's own (RFC 6761 §6.3). */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (ipaddr.isValid(name)) return ipaddr.process(name).range() === 'loopback';
  return name === 'localhost' || name.endsWith('.localhost');
}
