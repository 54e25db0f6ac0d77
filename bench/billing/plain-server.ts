/**
 * The minimal webhook receiver: plain `node:http`, which checks the signature and stores the id.
 * Nothing is processed.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';

const [databaseUrl = '', secret = ''] = process.argv.slice(2);
/** The same pool size as the product's. */
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
await pool.query('create table if not exists bench_events (id text primary key)');

function isSigned(body: string, header: string): boolean {
  const [, time = '', given = ''] = /^t=(\d+),v1=(\w+)$/.exec(header) ?? [];
  const right = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  const told = Buffer.from(given, 'hex');
  const isFresh = Math.abs(Date.now() / 1_000 - Number(time)) <= 300;
  return isFresh && told.length === right.length && timingSafeEqual(told, right);
}

// A failed request ends this process with its error, and so the bench.
const server = createServer({ keepAliveTimeout: 65_000 }, async (req, res) => {
  const body = await text(req);
  const isIts = isSigned(body, String(req.headers['stripe-signature']));
  const { id }: { id: string } = JSON.parse(body);
  if (isIts) {
    await pool.query('insert into bench_events values ($1) on conflict do nothing', [id]);
  }
  res.writeHead(isIts ? 200 : 400, { 'Content-Type': 'application/json' });
  res.end('{"received":true}');
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
});
process.once('disconnect', () => process.exit(0));
