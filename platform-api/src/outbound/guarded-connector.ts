import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { callbackify } from 'node:util';
import type { buildConnector } from 'undici';
import type { AddressRules } from './address-rules.ts';
import { FetchRefused } from './fetch-refused.ts';

/** All addresses of a host name, IPv4 and IPv6. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Opens a connection to the IP address in `hostname`. */
export type Dial = buildConnector.connector;

/** Addresses of one host to try. Browsers also give up after a few. */
const MAX_TRIES = 4;

/** Uses the operating system's resolver, so that allowed names of a private network work. */
export const resolveBySystem: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

/**
 * A connector for undici that prevents SSRF and DNS rebinding. It resolves a name once, requires that all
 * of its addresses are permitted, connects to one of them, and checks the socket's remote address again.
 * undici's own `lookup` option would not do: it is not called for hosts that are IP addresses.
 * @param guard.withinMs no address is tried later than this, in ms
 */
export function guardedConnector(guard: {
  rules: AddressRules;
  resolve: Resolve;
  dial: Dial;
  withinMs: number;
}): buildConnector.connector {
  const { rules, resolve, dial, withinMs } = guard;

  async function connect(options: buildConnector.Options): Promise<Socket> {
    const deadline = performance.now() + withinMs;
    let failure: unknown = new FetchRefused('network');
    for (const address of await permittedAddresses(options.hostname)) {
      if (performance.now() > deadline) throw new FetchRefused('timeout');
      try {
        return await connectTo(address, options, deadline);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  async function permittedAddresses(hostname: string): Promise<string[]> {
    const addresses = isIP(hostname) === 0 ? await resolveInTime(hostname) : [hostname];
    if (!addresses.every((address) => rules.permits(hostname, address))) {
      throw new FetchRefused('address_not_allowed');
    }
    // IPv4 first: many hosts have an IPv6 address that does not answer.
    return addresses.toSorted((a, b) => isIP(a) - isIP(b)).slice(0, MAX_TRIES);
  }

  // A resolver can hang, and undici would keep the pending connection.
  async function resolveInTime(hostname: string): Promise<string[]> {
    const late = setTimeout(withinMs, undefined, { ref: false }).then(() => {
      throw new FetchRefused('timeout');
    });
    return Promise.race([resolve(hostname), late]);
  }

  async function connectTo(
    address: string,
    options: buildConnector.Options,
    deadline: number,
  ): Promise<Socket> {
    const socket = await new Promise<Socket>((opened, failed) => {
      // TLS still verifies the certificate against `options.host`.
      dial({ ...options, hostname: address }, (error, connected) =>
        error ? failed(error) : opened(connected),
      );
    });
    const isPermitted = rules.permits(options.hostname, socket.remoteAddress ?? '');
    // A late connection has no caller left that would close it.
    if (isPermitted && performance.now() <= deadline) return socket;
    socket.on('error', () => undefined).destroy();
    throw new FetchRefused(isPermitted ? 'timeout' : 'address_not_allowed');
  }

  const connectThen = callbackify(connect);
  return (options, callback) => {
    connectThen(options, (error, socket) =>
      error ? callback(error, null) : callback(null, socket),
    );
  };
}
