import pg from 'pg';
import type { Logger } from '../process/log.ts';
import { createOutageLog } from '../process/outage-log.ts';
import { REQUIRE_WRITABLE } from './connection.ts';

/** Delay in ms before each reconnect; the last one repeats. */
const RETRY_DELAYS_MS = [100, 500, 1_000, 2_000];

/** How often an idle connection is probed, in ms. */
const PROBE_EVERY_MS = 2_000;
const PROBE_TIMEOUT_MS = 2_000;

/** A connection that receives PostgreSQL notifications, for as long as the process lives. */
export interface Listener {
  close(): Promise<void>;
}

/**
 * Listens on channels over one connection of its own, and reconnects when that is lost.
 * @param options.channels what to call with each payload, by channel
 * @param options.onListening is called after every connect. Notifications may have been missed before, so
 *   everything that they announce must be read again.
 */
export function listen(options: {
  databaseUrl: string;
  channels: Record<string, (payload: string) => void>;
  onListening: () => void;
  log: Logger;
}): Listener {
  const { databaseUrl, channels, onListening, log } = options;
  const outage = createOutageLog('connection for notifications', log);
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  async function open(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'stationhouse listener',
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
      keepAlive: true,
    });
    client = fresh;
    // An error event without a handler would end the process.
    fresh.on('error', (error) => lost(fresh, error));
    fresh.on('end', () => lost(fresh));
    fresh.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
    try {
      await fresh.connect();
      await fresh.query(REQUIRE_WRITABLE);
      for (const channel of Object.keys(channels)) {
        await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
      }
    } catch (error) {
      lost(fresh, error);
      return;
    }
    failures = 0;
    outage.back();
    onListening();
    probeLater(fresh);
  }

  // TCP can take hours to notice that an idle connection is dead, and no change arrives at a server that only reads.
  function probeLater(current: pg.Client): void {
    timer = setTimeout(async () => {
      try {
        await current.query(REQUIRE_WRITABLE);
        if (client === current) probeLater(current);
      } catch (error) {
        lost(current, error);
      }
    }, PROBE_EVERY_MS);
    timer.unref();
  }

  function lost(broken: pg.Client, error?: unknown): void {
    if (closed || client !== broken) return;
    client = undefined;
    clearTimeout(timer);
    void broken.end().catch(() => undefined);
    const delay = RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)];
    failures += 1;
    outage.lost(error);
    timer = setTimeout(() => void open(), delay);
    timer.unref();
  }

  void open();

  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
