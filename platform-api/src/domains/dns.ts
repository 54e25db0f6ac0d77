import { Resolver } from 'node:dns/promises';
import { hasCode } from '../errors.ts';
import { createGuardedFetch } from '../outbound/guarded-fetch.ts';

/** For each server that is asked, in ms, and how often it is asked. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** The name exists without such a record, or does not exist. Everything else may be different in a minute. */
const ABSENT = ['ENODATA', 'ENOTFOUND'];

/** Longer chains are a mistake. */
const MAX_CNAMES = 8;

/** Asks DNS servers about members' domains, and reads from the servers that they lead to. */
export interface Dns {
  /** The texts of a name's TXT records. @throws while no server answers */
  texts(name: string): Promise<string[]>;
  /** The names that a name is an alias of, the nearest first. @throws while no server answers */
  aliases(name: string): Promise<string[]>;
  /** IPv4 and IPv6 addresses. @throws while no server answers */
  addresses(name: string): Promise<string[]>;
  /** Reads JSON over HTTP, with these servers' answer for the host. @throws FetchRefused */
  fetchJson(url: string): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * @param options.servers addresses with or without a port; empty: those of the operating system
 * @param options.ownHost our own host: a domain may lead to its addresses, even where they are private
 */
export function openDns(options: { servers: readonly string[]; ownHost: string }): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (options.servers.length > 0) resolver.setServers(options.servers);

  async function ask<T>(records: Promise<T[]>): Promise<T[]> {
    try {
      return await records;
    } catch (error) {
      if (hasCode(error, ...ABSENT)) return [];
      throw error;
    }
  }
  async function addresses(name: string): Promise<string[]> {
    const found = await Promise.all([ask(resolver.resolve4(name)), ask(resolver.resolve6(name))]);
    return found.flat();
  }

  async function fetchJson(url: string): Promise<unknown> {
    const guarded = createGuardedFetch({
      allow: await addresses(options.ownHost).catch(() => []),
      resolve: addresses,
    });
    try {
      return await guarded.fetchJson(url);
    } finally {
      await guarded.close();
    }
  }

  return {
    async texts(name) {
      const records = await ask(resolver.resolveTxt(name));
      return records.map((parts) => parts.join(''));
    },
    async aliases(name) {
      const found: string[] = [];
      for (let next: string | undefined = name; next && found.length < MAX_CNAMES;) {
        [next] = await ask(resolver.resolveCname(next));
        if (next) found.push(next.toLowerCase().replace(/\.$/, ''));
      }
      return found;
    },
    addresses,
    fetchJson,
    async close() {
      resolver.cancel();
    },
  };
}
