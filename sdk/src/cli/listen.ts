import { parseArgs } from 'node:util';
import {
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_SECONDS,
} from '@stationhouse/platform-api/contract/webhooks/values';
import type { WebhookRequest } from '../client/generated/types.gen.ts';
import { withQuery } from '../client/ask.ts';
import { API_HELP, API_OPTIONS, apiOf, sayWhy } from './api-access.ts';
import {
  EXIT,
  printable,
  UsageError,
  type Command,
  type ExitCode,
  type Terminal,
} from './command.ts';
import { followWebhooks } from './webhook-stream.ts';

const HELP = `Receives your webhooks on this computer, and forwards them to a server of yours with the same body and headers. The
secret that signs them is printed at the start. It stays the same for an API key.

Usage: npx @stationhouse/sdk listen --forward-to localhost:4242/hooks/radio

Options:
  --forward-to URL   your server; without it, events are only printed
  --events LIST      only these events, separated by commas
  --print-json       print the body of each event, one a line
${API_HELP}

The key needs the scope webhooks:read, and a scope that reads the part of each event, such as stations:read; or read. A
test key gets only the events that trigger sends.

Exit codes: 0 ended with Ctrl+C, 1 the API refuses, 2 the command could not run.
`;

const ONLY_SAMPLES = 'With a test key only samples arrive, such as that of: trigger station.silent';

/** An address to forward to, which needs no scheme. @throws UsageError */
function targetOf(text: string): URL {
  const full = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(full)) {
    throw new UsageError('--forward-to takes an address, such as localhost:4242/hooks/radio.');
  }
  return new URL(full);
}

/** The events of a list. @throws UsageError naming one that does not exist */
function eventsIn(list: string): string {
  const events = list.split(',').map((event) => event.trim());
  const unknown = events.find((event) => !WEBHOOK_EVENT_TYPES.some((type) => type === event));
  if (unknown === undefined) return [...new Set(events)].join(',');
  throw new UsageError(
    `There is no event “${unknown}”. The events are ${WEBHOOK_EVENT_TYPES.join(', ')}.`,
  );
}

/** The answer of the local server, in a few words. */
async function forward(
  { headers, body }: WebhookRequest,
  { target, terminal, until }: { target: URL; terminal: Terminal; until: AbortSignal },
): Promise<string> {
  const began = performance.now();
  const timeout = AbortSignal.timeout(WEBHOOK_SECONDS * 1_000);
  try {
    const answer = await terminal.fetch(target, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([until, timeout]),
    });
    // The connection is free for the next event only once the answer is read.
    await answer.body?.cancel();
    return `${answer.status}  ${Math.round(performance.now() - began)} ms`;
  } catch (failure) {
    if (timeout.aborted) return `no answer within ${WEBHOOK_SECONDS} s`;
    const { code } = Object(Object(failure).cause) as { code?: unknown };
    if (code === 'ECONNREFUSED') return `no answer: nothing listens at ${target.host}`;
    return `no answer${typeof code === 'string' ? `: ${code}` : ''}`;
  }
}

const timeOf = (date: Date): string => date.toTimeString().slice(0, 8);

async function runListen(args: string[], terminal: Terminal): Promise<ExitCode> {
  const { values } = parseArgs({
    args,
    options: {
      ...API_OPTIONS,
      'forward-to': { type: 'string' },
      events: { type: 'string' },
      'print-json': { type: 'boolean' },
    },
  });
  const to = values['forward-to'];
  const target = to === undefined ? null : targetOf(to);
  const events = values.events === undefined ? undefined : eventsIn(values.events);
  const api = apiOf(values, terminal);
  const until = terminal.untilInterrupted();
  /** Prints lines for people. Beside `--print-json` they leave the output to the bodies. */
  const say = values['print-json'] ? terminal.err : terminal.out;
  let secretSaid = '';
  let isLost = false;

  async function receive(request: WebhookRequest): Promise<void> {
    if (values['print-json']) terminal.out(`${request.body}\n`);
    const answer = target ? await forward(request, { target, terminal, until }) : '';
    if (until.aborted) return;
    const { type, id } = request;
    const line = `${timeOf(new Date())}  ${printable(type).padEnd(22)}${printable(id)}  ${answer}`;
    say(`${line.trimEnd()}\n`);
  }

  try {
    await followWebhooks(api, withQuery('/v1/me/webhook-events', { events }), until, {
      onListening({ secret }) {
        if (secret !== secretSaid) {
          const where = target ? `Forwarding to ${target.href}` : 'Printing events';
          say(`Ready. The secret of these webhooks is ${secret}\n${where}. Press Ctrl+C to end.\n`);
          if (api.isTest) say(`${ONLY_SAMPLES}\n`);
        } else if (isLost) say('Connected again.\n');
        secretSaid = secret;
        isLost = false;
      },
      onWebhook: (request) => void receive(request),
      onLost() {
        if (!isLost) say(`The connection to ${api.host} is lost. Trying again…\n`);
        isLost = true;
      },
    });
    return EXIT.done;
  } catch (failure) {
    return sayWhy(failure, api, terminal);
  }
}

/** `listen`: receives webhooks on this computer. */
export const listen: Command = {
  summary: 'receive your webhooks on this computer',
  help: HELP,
  run: runListen,
};
