/**
 * How fast webhooks are answered, and how long until all are processed: 1,000 in random order, 30%
 * duplicates, two replicas. The goals come from measurements. `billing/billing-chaos.test.ts` tests
 * the outcome.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { startCheckout } from '@stationhouse/platform-api/contract/billing/calls';
import pg from 'pg';
import { signUpMembers } from './accounts/members.ts';
import type { Started as Provider } from './billing/provider.ts';
import type { ReplicaOrder, Started } from './billing/replica.ts';
import { compare, spread, type Figure } from './figure.ts';
import { answerOf, makeFolder, removeFolder, startProgram, type Program } from './programs.ts';
import { shuffled } from './shuffled.ts';

const TAKEN = 'Webhooks answered, 1,000 in random order with 30% duplicates, two replicas';
const DONE = 'The same until all are processed: the provider queried, rows compared and written';

const WEBHOOKS = 1_000;
const DISTINCT = 770;
const MEMBERS = 80;
const CONNECTIONS = 16;
/** Beside one plain server that processes nothing; 0.18 and 0.14 were measured. */
const MIN_TAKEN_RATIO = 0.1;
const MIN_DONE_RATIO = 0.08;

const WARM_UP_ROUNDS = 1;
const ROUNDS = 5;

/** Interval of polling whether all are processed, in ms. */
const LOOK_EVERY_MS = 10;

/** Measures for about a minute, on 127.0.0.1 only. */
export async function benchBilling(): Promise<Figure[]> {
  const running: Program[] = [];
  const dataDir = await makeFolder('billing');
  async function start<T>(name: string, ...args: string[]): Promise<T & { program: Program }> {
    const script = fileURLToPath(new URL(`billing/${name}.ts`, import.meta.url));
    const nodeArgs = ['--import', 'tsx', '-C', 'source', script, ...args];
    const program = startProgram(process.execPath, nodeArgs, { ipc: true });
    running.push(program);
    return { ...(await answerOf<T>(program)), program };
  }
  const replica = (order: ReplicaOrder) => start<Started>('replica', JSON.stringify(order));
  try {
    const provider = await start<Provider>('provider');
    const { url, secretKey, webhookSecret } = provider;
    const known = { url, secretKey, webhookSecret };
    const first = await replica({ provider: known, database: { dataDir } });
    const { databaseUrl } = first;
    const second = await replica({ provider: known, database: { url: databaseUrl } });
    const plain = await start<{ port: number }>('plain-server', databaseUrl, webhookSecret);
    const pages = await openPages(`http://127.0.0.1:${first.port}`);
    provider.program.child.send(pages);
    const events = await answerOf<{ id: string }[]>(provider.program);
    return await measure({
      events,
      databaseUrl,
      webhookSecret,
      ours: [first.port, second.port],
      plain: [plain.port],
    });
  } finally {
    for (const program of running.toReversed()) await program.stop();
    await removeFolder(dataDir);
  }
}

/** Members who are about to pay: each has an open checkout page. */
async function openPages(url: string): Promise<string[]> {
  const pages: string[] = [];
  for (const { access_token } of await signUpMembers(url, MEMBERS)) {
    const answer = await fetch(url + startCheckout.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${access_token}` },
      body: JSON.stringify(startCheckout.body_examples['a café in London']),
    });
    // The contract defines this shape.
    const { url: page } = (await answer.json()) as { url?: string };
    if (page === undefined) throw new Error(`no checkout page, but ${answer.status}`);
    pages.push(page);
  }
  return pages;
}

/** In webhooks a second. */
interface Rates {
  taken: number[];
  done: number[];
}

async function measure(given: {
  events: { id: string }[];
  databaseUrl: string;
  webhookSecret: string;
  ours: number[];
  plain: number[];
}): Promise<Figure[]> {
  const { events, webhookSecret } = given;
  if (events.length < DISTINCT) throw new Error(`only ${events.length} events were sent`);
  const db = new pg.Pool({ connectionString: given.databaseUrl, max: 2 });
  const ours: Rates = { taken: [], done: [] };
  const plain: number[] = [];
  try {
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      await db.query('delete from stripe_events');
      await db.query('delete from bench_events');
      const distinct = shuffled(events).slice(0, DISTINCT);
      const twice = shuffled(distinct).slice(0, WEBHOOKS - DISTINCT);
      const webhooks = shuffled([...distinct, ...twice]);
      const our = await rateOf(given.ours, webhooks, webhookSecret, () => isDone(db));
      const peer = await rateOf(given.plain, webhooks, webhookSecret, async () => true);
      if (round < 0) continue;
      ours.taken.push(our.taken);
      ours.done.push(our.done);
      plain.push(peer.taken);
    }
  } finally {
    await db.end();
  }
  return [
    figure({ name: TAKEN, ours: ours.taken, peers: plain, minRatio: MIN_TAKEN_RATIO }),
    figure({ name: DONE, ours: ours.done, peers: plain, minRatio: MIN_DONE_RATIO }),
  ];
}

async function isDone(db: pg.Pool): Promise<boolean> {
  const { rows } = await db.query<{ left: boolean }>(
    `select exists (select from stripe_events where processed_at is null)
       or exists (select from graphile_worker._private_jobs) as left`,
  );
  return rows[0]?.left === false;
}

async function rateOf(
  ports: number[],
  webhooks: { id: string }[],
  secret: string,
  isOver: () => Promise<boolean>,
): Promise<{ taken: number; done: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const left = [...webhooks];
  const began = performance.now();
  const rate = () => (webhooks.length * 1_000) / (performance.now() - began);
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, client) => {
      for (let next = left.pop(); next; next = left.pop()) {
        await deliver(ports[client % ports.length] ?? 0, agent, next, secret);
      }
    }),
  );
  const taken = rate();
  while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  agent.destroy();
  return { taken, done: rate() };
}

/** @throws Error when the webhook is not accepted */
async function deliver(port: number, agent: Agent, event: object, secret: string): Promise<void> {
  const body = JSON.stringify(event);
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Stripe-Signature': `t=${time},v1=${signature}`,
  };
  const path = '/v1/webhooks/stripe';
  const asked = request({ host: '127.0.0.1', port, agent, method: 'POST', path, headers });
  const [answer]: IncomingMessage[] = await once(asked.end(body), 'response');
  answer?.resume();
  if (answer) await once(answer, 'end');
  if (answer?.statusCode !== 200) throw new Error(`a webhook was answered ${answer?.statusCode}`);
}

function figure(measured: {
  name: string;
  ours: number[];
  peers: number[];
  minRatio: number;
}): Figure {
  const { name, ours, peers, minRatio } = measured;
  const { ratio, text } = compare(ours, peers);
  return {
    name,
    ours: `${spread(ours, 0)} a second`,
    peer: `one plain node:http and pg that checks the signature and stores the id: ${spread(peers, 0)} a second`,
    ratio: text,
    goal: `≥ ${minRatio}`,
    ok: ratio >= minRatio,
  };
}
