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
    for (const [name, state] of states) {
      if (state && state.tag !== before.get(name)?.tag) {
        this.#channel.send(this.#frame(name, state));
      }
    }
  }

  /** @throws TooManyStreams */
  open(req: IncomingMessage, res: ServerResponse): void {
    const known = String(req.headers['last-event-id'] ?? '').split('.');
    this.#channel.open(req, res, () =>
      [...this.#states].flatMap(([name, state], index) =>
        state && state.tag !== known[index] ? [this.#frame(name, state)] : [],
      ),
    );
  }

  #frame(name: string, { bytes }: Answer): Buffer {
    const id = [...this.#states.values()].map((state) => state?.tag ?? '').join('.');
    return eventFrame({ id, name, data: bytes });
  }
}
