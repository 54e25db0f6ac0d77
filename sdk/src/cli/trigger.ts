import { parseArgs } from 'node:util';
import { WEBHOOK_EVENT_TYPES } from '@stationhouse/platform-api/contract/webhooks/values';
import type { WebhookSample } from '../client/generated/types.gen.ts';
import { API_HELP, API_OPTIONS, apiOf, sayWhy } from './api-access.ts';
import { EXIT, UsageError, type Command, type ExitCode, type Terminal } from './command.ts';

const LIST = WEBHOOK_EVENT_TYPES.map((type) => `  ${type}\n`).join('');

const HELP = `Sends a sample event to your webhooks and to programs that listen. It has your own station, invented details, and
"is_test": true. Nothing else changes. With a test key only programs that listen get it.

Usage: npx @stationhouse/sdk trigger EVENT

Options:
${API_HELP}

Events:
${LIST}
Exit codes: 0 sent, 1 refused, 2 the command could not run.
`;

async function runTrigger(args: string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: API_OPTIONS,
  });
  const [type, ...others] = positionals;
  if (type === undefined) {
    terminal.out(LIST);
    return EXIT.done;
  }
  if (others.length > 0) throw new UsageError('Name one event only.');
  if (!WEBHOOK_EVENT_TYPES.some((known) => known === type)) {
    throw new UsageError(`There is no event “${type}”.`);
  }
  const api = apiOf(values, terminal);
  try {
    const answer = await api.send('/v1/me/webhook-events', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ type }),
    });
    // The contract describes it.
    const { id, webhooks } = (await answer.json()) as WebhookSample;
    const count = webhooks === 1 ? '1 webhook' : `${webhooks} webhooks`;
    const to = webhooks === 0 ? 'programs that listen' : `${count} and to programs that listen`;
    terminal.out(`Sent ${type} (${id}) to ${to}.\n`);
    return EXIT.done;
  } catch (failure) {
    return sayWhy(failure, api, terminal);
  }
}

/** `trigger`: sends a sample event. */
export const trigger: Command = {
  summary: 'send a sample event to your webhooks',
  help: HELP,
  run: runTrigger,
};
