import type { FetchRefusal, FetchRefused } from '../../outbound/fetch-refused.ts';

const DOES_NOT_ANSWER = 'The server does not answer.';
const HANGS_UP = 'The server hangs up.';

const WORDS: Record<Exclude<FetchRefusal, 'network'>, string> = {
  url_not_allowed:
    'This address is not allowed: it needs http:// or https://, no user name, and port 80, 443 or one above 1023.',
  address_not_allowed: 'This address is not allowed: it leads into a private network.',
  timeout: DOES_NOT_ANSWER,
  no_answer: 'The server takes the connection but sends nothing.',
  too_large: 'The answer is far too large for the data of a track.',
  not_json: 'The answer is no JSON.',
  bad_status: 'The server answers with an error: is the address right?',
  redirect: 'The address leads on to another one. Enter that one.',
  old_protocol: 'The server speaks an old SHOUTcast protocol that browsers can’t play.',
};

/** By the codes of Node, OpenSSL and undici. */
const NETWORK_WORDS: readonly [RegExp, string][] = [
  [/^ENOTFOUND$/, 'There is no server of this name.'],
  [/^EAI_/, 'The server’s name can’t be looked up just now. Please try again.'],
  [/^ECONNREFUSED$/, 'The server refuses the connection: is the port right?'],
  [/TIMEDOUT|_TIMEOUT$|UNREACH$/, DOES_NOT_ANSWER],
  [/^CERT_HAS_EXPIRED$/, 'The server’s certificate has expired.'],
  [/ALTNAME/, 'The server’s certificate is for another name.'],
  [/CERT|SIGNATURE|SELF_SIGNED/, 'The server’s certificate is not one that browsers trust.'],
  [/SSL|EPROTO/, 'The server does not speak HTTPS at this port.'],
  [/^HPE_|HTTPParserError/, 'What answers there is no web server.'],
  [/ECONNRESET|EPIPE|UND_ERR_SOCKET/, HANGS_UP],
];

/** Why an outside address was not read, in words that help whoever typed it in. */
export function whyNotRead({ reason, cause }: FetchRefused): string {
  if (reason !== 'network') return WORDS[reason];
  // An error of a system call has a code, the parser's only a name.
  const { code, name } = Object(cause);
  const word = NETWORK_WORDS.find(([codes]) => codes.test(String(code ?? name)));
  return word?.[1] ?? 'The server can’t be read.';
}
