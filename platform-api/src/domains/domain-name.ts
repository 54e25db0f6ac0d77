import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { ERRORS } from '../../contract/errors.ts';
import { AppError } from '../errors.ts';

/** One label of a host name (RFC 1123 §2.1), and at most 253 characters of them (RFC 1035 §2.3.4). */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_LENGTH = 253;

/** A top-level domain is letters, or an encoded name (RFC 3696 §2). */
const TOP_LABEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** Characters that end or split the host in a URL, which `domainToASCII` would cut off or decode. */
const NOT_IN_HOST = /[\s/\\?#@%|^<>[\]]/;

/** Names of private networks, for which no public certificate exists (RFC 6761, RFC 6762, RFC 8375). */
const PRIVATE = ['localhost', 'local', 'internal', 'home.arpa', 'onion', 'invalid'];

const isWithin = (name: string, domain: string): boolean =>
  name === domain || name.endsWith(`.${domain}`);

/** A refusal that a form shows beside its field. */
function refusal(
  kind: 'domain_invalid' | 'domain_is_address' | 'domain_wildcard' | 'domain_ours',
): AppError {
  const fields = [{ field: 'domain', code: kind, message: ERRORS[kind].detail }];
  return new AppError(kind, { fields });
}

/**
 * A domain as a member typed it, in ASCII and lower case, without a dot at its end.
 *
 * @param ours the domains of this installation, none of whose names can be a member's
 * @throws `domain_invalid`, `domain_is_address`, `domain_wildcard` or `domain_ours`
 */
export function readDomain(typed: string, ours: readonly string[]): string {
  const text = typed.trim().replace(/\.$/, '');
  if (text.includes('*')) throw refusal('domain_wildcard');
  if (isIP(text.replace(/^\[(.*)\]$/, '$1')) !== 0) throw refusal('domain_is_address');
  if (NOT_IN_HOST.test(text)) throw refusal('domain_invalid');
  // It also finds other spellings of IPv4 addresses, such as 0x7f.1.
  const domain = domainToASCII(text);
  if (isIP(domain) !== 0) throw refusal('domain_is_address');
  const labels = domain.split('.');
  const isName =
    domain.length <= MAX_LENGTH &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP_LABEL.test(labels.at(-1) ?? '');
  if (!isName || PRIVATE.some((name) => isWithin(domain, name))) {
    throw refusal('domain_invalid');
  }
  if (ours.some((own) => isWithin(domain, own))) throw refusal('domain_ours');
  return domain;
}
