/** Clients on keep-alive connections, in a process of their own. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { keepAsking, type Load } from './load.ts';

/** The request that one client repeats. */
export interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: Record<string, string | number>;
  /** The field that the next request's body takes from this answer. */
  carries?: 'refresh_token';
}

/** A message from the bench to this process. */
export type ClientOrder =
  | { order: 'open'; group: string; port: number; calls: Call[] }
  /** Answered when the round is over. */
  | { order: 'run'; group: string; ms: number };

const groups = new Map<string, (() => Promise<void>)[]>();

/** A client with a connection of its own. */
function createClient(port: number, call: Call): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let { body } = call;
  return async function ask() {
    const answer = await send(port, agent, { ...call, ...(body && { body }) });
    if (call.carries) body = { ...body, [call.carries]: answer[call.carries] ?? '' };
  };
}

/** @throws Error when the answer is not a success */
async function send(
  port: number,
  agent: Agent,
  { method, path, headers, body }: Call,
): Promise<Record<string, string>> {
  const bytes = body && Buffer.from(JSON.stringify(body));
  const about = bytes && { 'Content-Type': 'application/json', 'Content-Length': bytes.length };
  const to = { host: '127.0.0.1', port, agent, method, path, headers: { ...headers, ...about } };
  const asked = request(to).end(bytes);
  const [res]: IncomingMessage[] = await once(asked, 'response');
  const answer = res && (await json(res));
  if (res?.statusCode !== 200) {
    throw new Error(`${path} answers ${res?.statusCode}: ${JSON.stringify(answer)}`);
  }
  // Only a field that is a text is ever read.
  return answer as Record<string, string>;
}

async function obey(order: ClientOrder): Promise<Load | null> {
  const { group } = order;
  if (order.order === 'run') return keepAsking(groups.get(group) ?? [], order.ms);
  groups.set(
    group,
    order.calls.map((call) => createClient(order.port, call)),
  );
  return null;
}

process.on('message', (order: ClientOrder) => {
  // A failed call ends this process with its error, and so the bench.
  void obey(order).then((answer) => process.send?.(answer ?? {}));
});
process.once('disconnect', () => process.exit(0));
