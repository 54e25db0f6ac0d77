import type { IncomingMessage } from 'node:http';
import type { CountryResponse } from 'maxmind';
import { clientAddress } from '../http/client-address.ts';
import { ConfigInvalid } from '../process/config.ts';

/** The country of a request's address: ISO 3166-1 alpha-2; empty: not known, or not to be known. */
export type ListenerCountry = (req: IncomingMessage) => string;

/**
 * Opens the operator's file of countries, in MaxMind's format. The address itself is kept nowhere. Requests with Global
 * Privacy Control are not looked up.
 *
 * @param path null: no country is known
 * @throws ConfigInvalid when the file cannot be read
 */
export async function openListenerCountry(
  path: string | null,
  trustProxy: number,
): Promise<ListenerCountry> {
  if (path === null) return () => '';
  // Loaded only where it is used.
  const maxmind = await import('maxmind');
  const reader = await maxmind.default.open<CountryResponse>(path).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigInvalid([`COUNTRY_DATABASE ${path} cannot be read: ${reason}`]);
  });
  return (req) => {
    const address = clientAddress(req, trustProxy);
    if (req.headers['sec-gpc'] === '1' || !maxmind.default.validate(address)) return '';
    return reader.get(address)?.country?.iso_code ?? '';
  };
}
