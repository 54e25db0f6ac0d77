import pg from 'pg';
import type { Logger } from '../log.ts';

/** Waits in ms before each new try; the last one repeats. */
const RETRY_DELAYS_MS = [100, 500, 1_000, 2_000];

/** How often the silent connection is asked whether it still lives, in ms. */
const PROBE_EVERY_MS = 2_000;
const PROBE_TIMEOUT_MS = 2_000;

/** Hears what other replicas, or this one, tell through PostgreSQL's NOTIFY. */
export interface Listener {
  close(): Promise<void>;
}

/**
 * Listens on one channel over a connection of its own, for as long as the process lives.
 * @param onMessage is called with each payload
 * @param onListening is called once it hears, and again after each lost connection: messages may have
 *   been missed before, so whatever they would have told must be read again
 */
export function listen(options: {
  databaseUrl: string;
  channel: string;
  onMessage: (payload: string) => void;
  onListening: () => void;
  log: Logger;
}): Listener {
  const { databaseUrl, channel, onMessage, onListening, log } = options;
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
    // Without a listener of its own an error event would end the process.
    fresh.on('error', (error) => lost(fresh, error));
    fresh.on('end', () => lost(fresh));
    fresh.on('notification', (message) => onMessage(message.payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    } catch (error) {
      lost(fresh, error);
      return;
    }
    failures = 0;
    onListening();
    probeLater(fresh);
  }

  // A connection that only waits can be dead for hours before TCP says so.
  function probeLater(current: pg.Client): void {
    timer = setTimeout(async () => {
      try {
        await current.query('select 1');
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
    log.warn({ err: error, channel, delay }, 'listening connection lost, opening another');
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
