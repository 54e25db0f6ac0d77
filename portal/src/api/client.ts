import type { Client } from '@stationhouse/sdk/client';

let opened: Promise<Client> | undefined;

async function open(): Promise<Client> {
  const { createClient } = await import('@stationhouse/sdk/client');
  return createClient({ url: location.origin });
}

/**
 * The API. It is fetched when something is first asked of it, so that no visitor waits for it to read a
 * page; all who call this share one session.
 *
 * @throws TypeError when it could not be fetched; the next call tries again
 */
export function openClient(): Promise<Client> {
  opened ??= open().catch((fault: unknown) => {
    opened = undefined;
    throw fault;
  });
  return opened;
}
