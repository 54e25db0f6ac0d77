import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { eventFrame, type EventChannel } from './event-streams.ts';

/** A body that is sent many times: its bytes, and a short name for what they say. */
export interface Answer {
  bytes: Buffer;
  tag: string;
}

/** @param meaning what of the body is news when it differs */
export function prepare(body: object | null, meaning: object | null = body): Answer {
  const tag = createHash('sha1').update(JSON.stringify(meaning)).digest('base64url').slice(0, 16);
  return { bytes: Buffer.from(JSON.stringify(body)), tag };
}

/** What each event says now, by its name; null: nothing for now. */
type States = ReadonlyMap<string, Answer | null>;

/**
 * Events that each tell a state. Who comes hears them all, or after a lost line only what changed
 * meanwhile: an id names the states by their content, so any replica can tell.
 */
export class StateEvents {
  readonly #channel: EventChannel;
  #states: States;

  constructor(channel: EventChannel, states: States = new Map()) {
    this.#channel = channel;
    this.#states = states;
  }

  /** Takes the newest states, always in the same order, and tells those who listen what is new. */
  tell(states: States): void {
    const before = this.#states;
    this.#states = states;
    const news = this.#unknown([...states.keys()].map((name) => before.get(name)?.tag));
    // One write for all of it: writes are what telling costs.
    if (news.length > 0) this.#channel.send(Buffer.concat(news));
  }

  /** @throws `too_many_streams` */
  open(req: IncomingMessage, res: ServerResponse): void {
    const known = String(req.headers['last-event-id'] ?? '').split('.');
    this.#channel.open(req, res, () => this.#unknown(known));
  }

  /** The events that somebody lacks. @param known the tags they have, in the order of the states */
  #unknown(known: (string | undefined)[]): Buffer[] {
    const tags = [...this.#states.values()].map((state) => state?.tag ?? '');
    return [...this.#states].flatMap(([name, state], index) => {
      if (!state || state.tag === known[index]) return [];
      // A line may break between two events: each names only what has been told by then.
      const told = tags.map((tag, at) => (at <= index || tag === known[at] ? tag : ''));
      return [eventFrame({ id: told.join('.'), name, data: state.bytes })];
    });
  }
}
