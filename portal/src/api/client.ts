import type { Client } from '@stationhouse/sdk/client';
import { business } from './business.ts';
import { supportView } from './support-view.ts';

let opened: Promise<Client> | undefined;

/** The script of the API client could not be fetched. Its code is that of a request without an answer. */
class ClientUnreachable extends Error {
  readonly code = 'unreachable';
}

async function open(): Promise<Client> {
  const { createClient } = await import('@stationhouse/sdk/client');
  const url = location.origin;
  if (!supportView) return createClient({ url, business: business?.business_id });
  // Without the cookie, calls of the login are those of a stranger: never of the admin.
  const stranger = createClient({ url, session: 'body' });
  return { ...stranger, ...createClient({ url, apiKey: supportView.view_token }) };
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
