import { TEST_KEY_PREFIX } from '@stationhouse/platform-api/contract/accounts/values';
import { bearer } from '../client/ask.ts';
import { RequestFailed, send } from '../client/http.ts';
import { EXIT, safeAddress, UsageError, type ExitCode, type Terminal } from './command.ts';

/** The options of commands that use the API. */
export const API_OPTIONS = {
  'api-base': { type: 'string' },
  'api-key': { type: 'string' },
} as const;

/** The lines of their help. */
export const API_HELP = `  --api-base URL     the server, such as https://radio.example.com; or STATIONHOUSE_API_BASE
  --api-key KEY      shk_…, or a test key shk_test_…; or STATIONHOUSE_API_KEY, which no other user of this computer
                     can read`;

type SentInit = Parameters<typeof send>[1];

/** The API of a server, with a key. */
export interface ApiAccess {
  /** The server's name in messages. */
  host: string;
  /** Whether the key is a test key. */
  isTest: boolean;
  /**
   * Sends a request with the key.
   * @throws RequestFailed unless the answer is one of success
   */
  send: (path: string, init: SentInit) => Promise<Response>;
}

/** Reads the options, and the environment where they are missing. @throws UsageError */
export function apiOf(
  options: { 'api-base'?: string | undefined; 'api-key'?: string | undefined },
  { env, fetch: transport }: Terminal,
): ApiAccess {
  const base = options['api-base'] ?? env['STATIONHOUSE_API_BASE'];
  const key = options['api-key'] ?? env['STATIONHOUSE_API_KEY'];
  if (!base) throw new UsageError('Name the server: --api-base https://radio.example.com.');
  const address = safeAddress(base);
  if (!address) {
    throw new UsageError('--api-base takes an https address, such as https://radio.example.com.');
  }
  if (!key) {
    throw new UsageError(
      `Set STATIONHOUSE_API_KEY to an API key of yours. You create one under Account at ${address.origin}.`,
    );
  }
  return {
    host: address.host,
    isTest: key.startsWith(TEST_KEY_PREFIX),
    send: (path, { headers, ...init }) =>
      send(address.origin + path, {
        ...init,
        // A redirect could take the key to another server.
        redirect: 'error',
        headers: { ...bearer(key), ...headers },
        transport: (url, request) => transport(url, request),
      }),
  };
}

/** Says why a request failed, and what to do. @returns the exit code */
export function sayWhy(failure: unknown, { host }: ApiAccess, terminal: Terminal): ExitCode {
  if (!(failure instanceof RequestFailed)) throw failure;
  const { code, status, message } = failure;
  const reasons: Partial<Record<typeof code, string>> = {
    unreachable: `${host} can’t be reached. Check the address and your connection.`,
    bad_answer: `${host} answered ${status}, and not as the API does. Check the address.`,
    invalid_token:
      'The API key is not valid: it was revoked, has expired, or belongs to another server. Create one under Account.',
  };
  terminal.err(`${reasons[code] ?? message}\n`);
  return code === 'unreachable' || code === 'bad_answer' ? EXIT.wrongUsage : EXIT.refused;
}
