import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { MINUTE_MS } from '../../contract/time.ts';
import type { Logger } from '../process/log.ts';
import { isLoopback } from './web-origin.ts';

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

/** Headers by which proxies tell for whom they ask. */
const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const;

/**
 * Whether a request comes from a program on this machine that addressed this machine. A proxy on it, and a web
 * page whose name was made to resolve to loopback (DNS rebinding), do not count.
 */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const { host = '' } = headers;
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    URL.canParse(`http://${host}`) &&
    isLoopback(new URL(`http://${host}`).hostname) &&
    FORWARDING_HEADERS.every((name) => headers[name] === undefined)
  );
}

/** An address without its end, which may identify a person: `203.0.113.x`. */
const networkNamed = (address: string): string =>
  address.includes(':')
    ? address.split(':').slice(0, 3).join(':')
    : address.replace(/(?<!\d)\d+$/, 'x');

/** An address that has reached its cap is logged at most this often, in ms. */
const LOG_EVERY_MS = MINUTE_MS;

/** Counts the streams that each address has open in this process. */
export class AddressCap {
  readonly #most: number;
  readonly #log: Logger;
  readonly #open = new Map<string, number>();
  #loggedAt = -Infinity;

  /** @param most streams of one address (`limitedAddress`) */
  constructor(most: number, log: Logger) {
    this.#most = most;
    this.#log = log;
  }

  /** Whether the address may open no more. */
  isReached(address: string): boolean {
    const isReached = (this.#open.get(address) ?? 0) >= this.#most;
    if (isReached) this.#warn(address);
    return isReached;
  }

  add(address: string): void {
    this.#open.set(address, (this.#open.get(address) ?? 0) + 1);
  }

  remove(address: string): void {
    const left = (this.#open.get(address) ?? 0) - 1;
    if (left > 0) this.#open.set(address, left);
    else this.#open.delete(address);
  }

  /** With a proxy that `TRUST_PROXY` does not count, all clients have its address: the operator must see that. */
  #warn(address: string): void {
    const now = performance.now();
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    this.#log.warn(
      { network: networkNamed(address), streams: this.#most },
      'an address of this network has all the streams that it may open; if it is your proxy, set TRUST_PROXY',
    );
  }
}
