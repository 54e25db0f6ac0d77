// A program that only runs the embedded database, for tests to interrupt. Arguments: the data folder and the
// task (`serve`, `insert` or `leave`). It reports events as one JSON object per line.
import pg from 'pg';
import { startEmbeddedPostgres } from '../stand-ins/postgres/embedded-postgres.ts';

const [dataDir = '', task = 'serve'] = process.argv.slice(2);

function tell(event: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

/** Writes rows one after the other, and reports each when PostgreSQL has acknowledged it. */
async function insert(url: string): Promise<never> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create table if not exists written (id bigserial primary key)');
  for (;;) {
    const { rows } = await client.query<{ id: string }>(
      'insert into written default values returning id',
    );
    tell({ written: Number(rows[0]?.id) });
  }
}

async function run(): Promise<void> {
  const startedAt = performance.now();
  const postgres = await startEmbeddedPostgres({ dataDir, log: (log) => tell({ log }) });
  if (task !== 'leave') {
    const stayAlive = setInterval(() => undefined, 60_000);
    // Continues after SIGINT, like a program that finishes its requests first.
    process.on('SIGINT', () => tell({ signal: 'SIGINT' }));
    process.on('SIGTERM', () => {
      clearInterval(stayAlive);
      void postgres.stop();
    });
  }
  tell({ url: postgres.url, ms: Math.round(performance.now() - startedAt) });
  if (task === 'insert') await insert(postgres.url);
}

run().catch((error: unknown) => {
  tell({ error: String(error) });
  process.exitCode = 1;
});
