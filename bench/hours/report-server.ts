/**
 * Takes reports of outside streams, in a process of its own: as the product does, or as a plain program that writes each
 * one. Arguments: `ours` or `plain`, the database, a station, and how many sessions. Sends its port and tokens.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import Koa from 'koa';
import pg from 'pg';
import { connect } from '../../platform-api/src/db/connection.ts';
import { Audience } from '../../platform-api/src/listening/audience.ts';
import { reportRoutes } from '../../platform-api/src/listening/report-routes.ts';
import { createLogger } from '../../platform-api/src/process/log.ts';

const [kind, databaseUrl = '', station_id = '', sessions] = process.argv.slice(2);
const log = createLogger('warn');

function ours(): { handler: RequestListener; tokens: string[] } {
  const db = connect(databaseUrl, log);
  const secrets = ['the secret of the bench, which is private'];
  const audience = new Audience({ db, secrets, now: Date.now, log });
  const app = new Koa();
  app.use(reportRoutes({ db, audience, trustProxy: 1, named: String }).routes());
  const about = { station_id, player: 'embed', country: '' } as const;
  const tokens = Array.from({ length: Number(sessions) }, () => audience.issue(about));
  const answer = app.callback();
  return { handler: (req, res) => void answer(req, res), tokens };
}

async function plain(): Promise<{ handler: RequestListener; tokens: string[] }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  await pool.query('create table reports (id uuid primary key, seconds float8 not null)');
  const tokens = Array.from({ length: Number(sessions) }, () => randomUUID());
  return {
    tokens,
    async handler(req, res) {
      const [token, seconds] = (await text(req)).split(' ');
      await pool.query({
        name: 'report',
        text: `insert into reports values ($1, $2) on conflict (id) do update
               set seconds = greatest(reports.seconds, excluded.seconds)`,
        values: [token, Number(seconds)],
      });
      res.writeHead(204).end();
    },
  };
}

const { handler, tokens } = kind === 'ours' ? ours() : await plain();
const server = createServer(handler);
server.listen({ port: 0, host: '127.0.0.1', backlog: 1_024 }, () => {
  const address = server.address();
  if (address !== null && typeof address === 'object')
    process.send?.({ port: address.port, tokens });
});

// The bench ends this process by closing the channel.
process.once('disconnect', () => process.exit(0));
