/** The least that exports all customers: plain `node:http` and `pg`, which reads them all and writes them. */
import { createServer } from 'node:http';
import pg from 'pg';
import { PLAIN_LIST } from './questions.ts';

const [databaseUrl = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl });

const cell = (value: unknown): string =>
  value === null
    ? ''
    : `"${String(value instanceof Date ? value.toISOString() : value).replaceAll('"', '""')}"`;

// A request that fails ends this process, and with it the bench, with its reason.
const server = createServer(async (_req, res) => {
  const { rows, fields } = await pool.query({ text: PLAIN_LIST, rowMode: 'array' });
  const lines = [fields.map(({ name }) => name), ...rows].map((row: unknown[]) =>
    row.map(cell).join(','),
  );
  res.writeHead(200, { 'Content-Type': 'text/csv' }).end(`${lines.join('\r\n')}\r\n`);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
});
process.once('disconnect', () => process.exit(0));
