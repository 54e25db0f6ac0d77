import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Where the guarded fetch may connect to. */
export interface AddressRules {
  /** Whether a URL with this host may be answered by this IP address. */
  permits(host: string, address: string): boolean;
}

/** All that is routed on the public internet begins with 001 (RFC 4291 §2.4). */
const GLOBAL_IPV6: Network = ipaddr.parseCIDR('2000::/3');

/** Translators put the IPv4 address that is meant into the last four bytes (RFC 6052). */
const NAT64: Network = ipaddr.parseCIDR('64:ff9b::/96');

/** Azure's host agent answers virtual machines at this address, public only by its number. */
const AZURE_HOST_AGENT = '168.63.129.16';

const HOST_NAME = /^(?=.*[a-z])[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/**
 * Public addresses are permitted, and what `allow` names although private: host names, IP addresses
 * and networks such as `10.1.0.0/16` (the variable FETCH_ALLOW).
 * @throws Error naming an entry that is none of these
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

/** As a resolver takes it: case and a dot at the end make no difference. */
function bareName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

/** An IPv6 address that only stands for an IPv4 one is judged by that. */
function parseAddress(text: string): Address | undefined {
  // An address with a zone, such as fe80::1%eth0, is of this link at best.
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
