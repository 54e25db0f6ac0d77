/**
 * The minimal server that does the same: plain `node:http` and `pg`, without authentication. Sends
 * its port and a refresh token for each client.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Profile, User } from '@stationhouse/platform-api/contract/accounts/calls';
import pg from 'pg';

/** The first message of this process. */
export interface Started {
  port: number;
  tokens: string[];
}

const [databaseUrl = '', count = ''] = process.argv.slice(2);
/** The same pool size as the product's. */
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

const columns = ({ shape }: { shape: object }): string => Object.keys(shape).join(', ');
const SELECT_USER = `select ${columns(User)} from users where id = $1`;
const SELECT_PROFILE = `
  select ${columns(Profile)},
    exists (select from radio_stations s where s.user_id = profiles.user_id) as has_station,
    exists (select from team_members t where t.user_id = profiles.user_id) as has_teams
  from profiles where id = $1`;

/** One query after the other, as in the product, where the first one authenticates. */
async function readPerson(path: string): Promise<object> {
  const [user_id, profile_id] = path.split('/').slice(1);
  const users = await pool.query(SELECT_USER, [user_id]);
  const profiles = await pool.query(SELECT_PROFILE, [profile_id]);
  const { has_station, has_teams, ...profile } = profiles.rows[0];
  return { user: users.rows[0], role: 'user', profile, has_station, has_teams };
}

const COUNT = {
  name: 'count',
  text: `insert into rate_limits values ('plain', 1, $1)
    on conflict (key) do update set points = rate_limits.points + 1 returning points`,
};
const CHANGE_TOKEN = `
  with used as (
    update bench_tokens set used_at = now() where token_hash = $1 and used_at is null
    returning session_id
  )
  insert into bench_tokens (token_hash, session_id) select $2, session_id from used`;

async function refresh(req: IncomingMessage): Promise<object> {
  await pool.query({ ...COUNT, values: [Date.now()] });
  const { refresh_token }: { refresh_token: string } = JSON.parse(await text(req));
  const next = makeToken();
  const { rowCount } = await pool.query(CHANGE_TOKEN, [hashOf(refresh_token), hashOf(next)]);
  if (rowCount !== 1) throw new Error('an unknown token');
  return { refresh_token: next };
}

const CHANGE_STATUS = {
  name: 'status',
  text: `insert into bench_players values ($1, $2, now())
    on conflict (key) do update set status = $2, reported_at = now() returning status`,
};

async function report(req: IncomingMessage): Promise<object> {
  const { player_key, status }: Record<string, string> = JSON.parse(await text(req));
  const { rows } = await pool.query({ ...CHANGE_STATUS, values: [player_key, status] });
  return { location: { name: 'High Street', is_open: true, ...rows[0] }, pairing: null };
}

const makeToken = (): string => randomBytes(32).toString('base64url');
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

async function makeTokens(): Promise<string[]> {
  await pool.query(`create table bench_tokens (
    token_hash bytea primary key, session_id integer not null, used_at timestamptz
  )`);
  await pool.query(
    'create table bench_players (key text primary key, status text, reported_at timestamptz)',
  );
  const tokens = Array.from({ length: Number(count) }, makeToken);
  for (const [session, token] of tokens.entries()) {
    await pool.query('insert into bench_tokens values ($1, $2)', [hashOf(token), session]);
  }
  return tokens;
}

const tokens = await makeTokens();
// A failed request ends this process with its error, and so the bench.
const server = createServer({ keepAliveTimeout: 65_000 }, async (req, res) => {
  const isReport = req.url?.endsWith('/report');
  const answer = await (isReport
    ? report(req)
    : req.method === 'POST'
      ? refresh(req)
      : readPerson(req.url ?? ''));
  const bytes = Buffer.from(JSON.stringify(answer));
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
  res.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') {
    process.send?.({ port: address.port, tokens } satisfies Started);
  }
});
process.once('disconnect', () => process.exit(0));
