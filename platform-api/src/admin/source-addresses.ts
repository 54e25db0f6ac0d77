import {
  SOURCE_FIELDS,
  type SourceField,
  type StationChange,
} from '../../contract/admin/customers.ts';
import { AppError, type FieldFault } from '../errors.ts';
import { type FetchRefusal, FetchRefused } from '../outbound/fetch-refused.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import { ownAddress } from '../tracks/own-address.ts';

interface Deps {
  guardedFetch: GuardedFetch;
  publicUrl: string;
}

/**
 * Refuses addresses that the SSRF guard blocks. An address that doesn't answer may be saved: its server may
 * not exist yet.
 * @throws `url_not_allowed` naming each field
 */
export async function requireAllowedAddresses(deps: Deps, station: StationChange): Promise<void> {
  const faults = await Promise.all(
    SOURCE_FIELDS.map((field) => faultOf(deps, field, station[field] ?? '')),
  );
  const found = faults.filter((fault) => fault !== null);
  if (found.length > 0) throw new AppError('url_not_allowed', { fields: found });
}

async function faultOf(
  deps: Deps,
  field: SourceField,
  address: string,
): Promise<FieldFault | null> {
  const refused = await whyForbidden(deps, address);
  if (!refused) return null;
  return { field: `station.${field}`, code: refused.reason, message: whyNotRead(refused) };
}

/**
 * Why the SSRF guard blocks an address; null when it doesn't, or when the address is our own.
 * @param address '' without an address
 */
export async function whyForbidden(
  { guardedFetch, publicUrl }: Deps,
  address: string,
): Promise<FetchRefused | null> {
  if (address === '' || ownAddress(address, publicUrl)) return null;
  try {
    await guardedFetch.mayReach(address);
    return null;
  } catch (error) {
    if (error instanceof FetchRefused) return error;
    throw error;
  }
}

const DOES_NOT_ANSWER = 'The server does not answer.';
const HANGS_UP = 'The server hangs up.';

const WORDS: Record<Exclude<FetchRefusal, 'network'>, string> = {
  url_not_allowed:
    'This address is not allowed: it needs http:// or https://, no user name, and port 80, 443 or one above 1023.',
  address_not_allowed: 'This address is not allowed: it leads into a private network.',
  timeout: DOES_NOT_ANSWER,
  no_answer: 'The server takes the connection but sends nothing.',
  too_large: 'The answer is far too large for track data.',
  not_json: 'The answer is not JSON.',
  bad_status: 'The server answers with an error. Is the address right?',
  redirect: 'The address redirects more than three times. Enter the last one.',
  old_protocol: 'The server speaks an old SHOUTcast protocol that browsers can’t play.',
};

/** By the error codes of Node, OpenSSL and undici. */
const NETWORK_WORDS: readonly [RegExp, string][] = [
  [/^ENOTFOUND$/, 'There is no server with this name.'],
  [/^EAI_/, 'The server’s name can’t be looked up at the moment. Please try again.'],
  [/^ECONNREFUSED$/, 'The server refuses the connection. Is the port right?'],
  [/TIMEDOUT|_TIMEOUT$|UNREACH$/, DOES_NOT_ANSWER],
  [/^CERT_HAS_EXPIRED$/, 'The server’s certificate has expired.'],
  [/ALTNAME/, 'The server’s certificate is for another name.'],
  [/CERT|SIGNATURE|SELF_SIGNED/, 'The server’s certificate is not one that browsers trust.'],
  [/SSL|EPROTO/, 'The server does not speak HTTPS at this port.'],
  [/^HPE_|HTTPParserError/, 'The answer does not come from a web server.'],
  [/ECONNRESET|EPIPE|UND_ERR_SOCKET/, HANGS_UP],
];

/** Why an outside address could not be read, as a sentence for admins. */
export function whyNotRead({ reason, cause }: FetchRefused): string {
  if (reason !== 'network') return WORDS[reason];
  // System call errors have a code, the HTTP parser's only a name.
  const { code, name } = Object(cause);
  const word = NETWORK_WORDS.find(([codes]) => codes.test(String(code ?? name)));
  return word?.[1] ?? 'The server can’t be read.';
}
