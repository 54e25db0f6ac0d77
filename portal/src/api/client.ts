import type { Client } from '@stationhouse/sdk/client';

let opened: Promise<Client> | undefined;

/** The script of the API client could not be fetched. Its code is that of a request without an answer. */
class ClientUnreachable extends Error {
  readonly code = 'unreachable';
}

async function open(): Promise<Client> {
  const { createClient } = await import('@stationhouse/sdk/client');
  return createClient({ url: location.origin });
}

/**
 * The API client, with one session for the whole page. It is fetched on first use, so that no page waits
 * for it.
 *
 * @throws ClientUnreachable when the script could not be fetched; the next call tries again
 */
export function openClient(): Promise<Client> {
  opened ??= open().catch((cause: unknown) => {
    opened = undefined;
    throw new ClientUnreachable('The API client could not be fetched.', { cause });
  });
  return opened;
}
