import type { Knex } from 'knex';
import { listUnprocessedEvents } from '../billing/stripe-webhook.ts';
import { countJobs, JOB_STATES, listJobs, type JobState, type QueuedJob } from '../jobs/queue.ts';
import { drop, retry, retryStripeEvents, retryWebhooks } from '../operations/acts.ts';
import { listFailedDeliveries } from '../webhooks/deliveries.ts';
import { AT_THE_TERMINAL, CommandFailed, UsageError, type Command } from './command.ts';
import { table } from './format.ts';

/** Lines of a list. */
const MOST = 1_000;

const isState = (word: string): word is JobState => JOB_STATES.some((state) => state === word);

/** @throws UsageError */
function readState(word: string | undefined): JobState | undefined {
  if (word === undefined || isState(word)) return word;
  throw new UsageError(`Unknown state: ${word}. Give one of ${JOB_STATES.join(', ')}.`);
}

const at = (time: Date | null): string | null => time && time.toISOString();

/**
 * The ids of a command: those given, or with `--all` those that it lists.
 * @throws UsageError, CommandFailed
 */
async function chosen(
  { words, flags }: { words: string[]; flags: ReadonlySet<string> },
  listAll: () => Promise<{ id: string }[]>,
  isId: RegExp,
): Promise<string[]> {
  if (flags.has('all') === words.length > 0) throw new UsageError('Give ids, or --all.');
  const wrong = words.find((word) => !isId.test(word));
  if (wrong !== undefined) throw new UsageError(`${wrong} is not an id.`);
  return flags.has('all') ? (await listAll()).map(({ id }) => id) : words;
}

const JOB_ID = /^\d{1,18}$/;

/** @throws CommandFailed with the ids that it left alone */
function reportMissing(ids: string[], done: string[], said: string): string {
  const missing = ids.filter((id) => !done.includes(id));
  if (missing.length === 0) return said;
  throw new CommandFailed(`${said}Left alone: ${missing.join(', ')}. They are running or gone.`);
}

async function runAgain(db: Knex, ids: string[]): Promise<string> {
  const done = await retry(db, AT_THE_TERMINAL, ids);
  return reportMissing(ids, done, `${count(done.length, 'job')} will run again now.\n`);
}

async function remove(db: Knex, ids: string[]): Promise<string> {
  const done = await drop(db, AT_THE_TERMINAL, ids);
  return reportMissing(ids, done, `${count(done.length, 'job')} deleted.\n`);
}

const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;

const jobRow = (job: QueuedJob): (string | null)[] => [
  job.id,
  job.task,
  job.state,
  `${job.attempts}/${job.max_attempts}`,
  job.state === 'waiting' ? at(job.run_at) : null,
  job.last_error,
];

/** The queue. */
export const jobsCommand: Command = {
  takes: '[list|retry|drop] [<id>…|--all] [--state <state>] [--task <name>]',
  does: 'Count the jobs; list them, run failed ones again, or delete some.',
  options: { state: { type: 'string' }, task: { type: 'string' }, all: { type: 'boolean' } },
  async run({ words: [verb, ...words], options, flags }, { openDatabase }) {
    const db = await openDatabase();
    const state = readState(options['state']);
    const task = options['task'];
    const list = (of = state) =>
      listJobs(db, { ...(of && { state: of }), ...(task !== undefined && { task }), limit: MOST });
    switch (verb) {
      case undefined: {
        const counts = (await countJobs(db)).map((row) => [
          row.task,
          String(row.waiting),
          String(row.running),
          String(row.failed),
          at(row.oldest_due_at),
        ]);
        return table(['TASK', 'WAITING', 'RUNNING', 'FAILED', 'OLDEST-DUE'], counts);
      }
      case 'list':
        return table(
          ['ID', 'TASK', 'STATE', 'ATTEMPTS', 'NEXT', 'ERROR'],
          (await list()).map(jobRow),
        );
      case 'retry':
        return runAgain(db, await chosen({ words, flags }, () => list(state ?? 'failed'), JOB_ID));
      case 'drop':
        return remove(db, await chosen({ words, flags }, () => list(state ?? 'failed'), JOB_ID));
      default:
        throw new UsageError(`Unknown argument: ${verb}. Give list, retry or drop.`);
    }
  },
};

/** Mails are jobs. */
export const mailsCommand: Command = {
  takes: '[list|retry] [<id>…|--all]',
  does: 'List mails that failed or wait after a failure, or send them again now.',
  options: { all: { type: 'boolean' } },
  async run({ words: [verb = 'list', ...words], flags }, { openDatabase }) {
    const db = await openDatabase();
    const list = () => listJobs(db, { isMail: true, hasFailed: true, limit: MOST });
    if (verb === 'retry') return runAgain(db, await chosen({ words, flags }, list, JOB_ID));
    if (verb !== 'list') throw new UsageError(`Unknown argument: ${verb}. Give list or retry.`);
    return table(
      ['ID', 'MAIL', 'TO', 'STATE', 'ATTEMPTS', 'NEXT', 'ERROR'],
      (await list()).map((job) => {
        const [id = '', task = '', ...rest] = jobRow(job);
        return [id, job.message ?? task, job.recipient, ...rest];
      }),
    );
  },
};

const EVENT_ID = /^evt_\w{1,250}$/;

/** Webhooks out, and Stripe's in. */
export const webhooksCommand: Command = {
  takes: '[list|retry] [<id>…|--all]',
  does: 'List webhooks that were given up and Stripe events that wait, or take them up again.',
  options: { all: { type: 'boolean' } },
  async run({ words: [verb = 'list', ...words], flags }, { openDatabase }) {
    const db = await openDatabase();
    if (verb === 'retry') return retryEvents(db, { words, flags });
    if (verb !== 'list') throw new UsageError(`Unknown argument: ${verb}. Give list or retry.`);
    const [failed, stripe] = [
      await listFailedDeliveries(db, MOST),
      await listUnprocessedEvents(db, MOST),
    ];
    return table(
      ['ID', 'DIRECTION', 'TYPE', 'SINCE', 'STATE'],
      [
        ...failed.map((row) => [
          row.id,
          'out',
          row.type,
          at(row.created_at),
          `${row.reason}, ${row.url}${row.is_enabled ? '' : ', disabled'}`,
        ]),
        ...stripe.map((row) => [row.id, 'stripe', row.type, at(row.received_at), 'unprocessed']),
      ],
    );
  },
};

async function retryEvents(
  db: Knex,
  args: { words: string[]; flags: ReadonlySet<string> },
): Promise<string> {
  const given = await chosen(args, async () => [], EVENT_ID);
  const ids = args.flags.has('all') ? null : given;
  const sent = await retryWebhooks(db, AT_THE_TERMINAL, ids);
  const processed = await retryStripeEvents(db, AT_THE_TERMINAL, ids);
  if (ids !== null && sent + processed < ids.length) {
    throw new CommandFailed(
      'Some of these are not failed or unprocessed, or their endpoint is disabled.',
    );
  }
  return `${count(sent, 'webhook')} will be sent again, ${count(processed, 'event')} of Stripe processed again.\n`;
}
