import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { FetchRefused } from './fetch-refused.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Decides which IP addresses the guarded fetch may connect to. */
export interface AddressRules {
  /** Whether a URL with this host may be answered by this IP address. */
  permits(host: string, address: string): boolean;
}

/** All addresses on the public IPv6 internet begin with 001 (RFC 4291 §2.4). */
const GLOBAL_IPV6: Network = ipaddr.parseCIDR('2000::/3');

/** NAT64 embeds the IPv4 destination in the last four bytes (RFC 6052). */
const NAT64: Network = ipaddr.parseCIDR('64:ff9b::/96');

/** Azure's host agent: internal, although the address itself is in a public range. */
const AZURE_HOST_AGENT = '168.63.129.16';

const HOST_NAME = /^(?=.*[a-z])[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/**
 * Permits public addresses, and private ones in `allow`: host names, IP addresses and networks such as
 * `10.1.0.0/16` (the variable FETCH_ALLOW).
 * @throws Error naming an invalid entry
 */
export function addressRules(allow: readonly string[]): AddressRules {
  const names = new Set<string>();
  const networks: Network[] = [];
  for (const entry of allow) {
    const network = parseNetwork(entry);
    if (network) networks.push(network);
    else names.add(parseName(entry));
  }
  return {
    permits(host, text) {
      const address = parseAddress(text);
      if (!address) return false;
      if (names.has(bareName(host)) || isPublic(address)) return true;
      return networks.some((network) => isWithin(address, network));
    },
  };
}

function parseNetwork(entry: string): Network | undefined {
  const text = entry.replace(/^\[(.+)\]$/, '$1');
  const version = isIP(text);
  if (version !== 0) return ipaddr.parseCIDR(`${text}/${version === 4 ? 32 : 128}`);
  return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
}

function parseName(entry: string): string {
  const name = bareName(entry);
  if (HOST_NAME.test(name)) return name;
  throw new Error(`"${entry}" is neither a host name, nor an IP address, nor a network`);
}

/** Normalises a host name like a resolver: case and a final dot make no difference. */
function bareName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

/** Returns the IPv4 address that is embedded in an IPv6 one, so that it is judged by its real target. */
function parseAddress(text: string): Address | undefined {
  // An address with a zone, such as fe80::1%eth0, is link-local.
  if (isIP(text) === 0 || text.includes('%')) return undefined;
  const address = ipaddr.parse(text);
  const isWrapped = isWithin(address, NAT64) || address.range() === 'ipv4Mapped';
  return isWrapped ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv6') return isWithin(address, GLOBAL_IPV6);
  return address.toString() !== AZURE_HOST_AGENT;
}

function isWithin(address: Address, [base, bits]: Network): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}

/** The only ports below 1024 that are allowed: the others belong to mail servers, databases and so on. */
const LOW_PORTS = new Set(['80', '443']);
const FIRST_FREE_PORT = 1024;

/**
 * Checks what a URL reveals without a DNS lookup: scheme, credentials, port and literal IP addresses.
 * @throws FetchRefused `url_not_allowed` or `address_not_allowed`
 */
export function checkUrl(address: string, rules: AddressRules): URL {
  // Parsing also normalises unusual spellings of an IPv4 address, such as 0x7f.1.
  if (!URL.canParse(address)) throw new FetchRefused('url_not_allowed');
  const url = new URL(address);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  const isFreePort = url.port === '' || Number(url.port) >= FIRST_FREE_PORT;
  if (!isWeb || url.username !== '' || url.password !== '') {
    throw new FetchRefused('url_not_allowed');
  }
  if (!isFreePort && !LOW_PORTS.has(url.port)) throw new FetchRefused('url_not_allowed');

  const host = url.hostname.replace(/^\[(.+)\]$/, '$1');
  // Names under localhost always resolve to loopback (RFC 6761 §6.3).
  const literal = /(?:^|\.)localhost\.?$/.test(host) ? '127.0.0.1' : host;
  if (isIP(literal) !== 0 && !rules.permits(host, literal)) {
    throw new FetchRefused('address_not_allowed');
  }
  return url;
}
