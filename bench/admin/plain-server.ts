/**
 * The minimal server that exports all customers: plain `node:http` and `pg`, which reads all rows
 * and then writes them.
 */
import { createServer } from 'node:http';
import pg from 'pg';
import { PLAIN_LIST } from './queries.ts';

const [databaseUrl = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl });

const cell = (value: unknown): string =>
  value === null
    ? ''
    : `"${String(value instanceof Date ? value.toISOString() : value).replaceAll('"', '""')}"`;

// A failed request ends this process with its error, and so the bench.
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
