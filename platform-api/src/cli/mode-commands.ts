import { PlannedWork } from '../../contract/health/calls.ts';
import { announceWork, readModes, switchMode } from '../operations/operating-modes.ts';
import { AT_THE_TERMINAL, UsageError, type Command } from './command.ts';
import { onlyArgument } from './format.ts';

/** A command that switches a mode on or off. */
const switchCommand = (mode: 'standby' | 'maintenance', does: string): Command => ({
  takes: 'on|off',
  does,
  options: {},
  async run(args, { openDatabase }) {
    const word = onlyArgument(args, 'on or off');
    if (word !== 'on' && word !== 'off') throw new UsageError('Give on or off.');
    const isNew = await switchMode(await openDatabase(), AT_THE_TERMINAL, mode, word === 'on');
    const name = mode === 'standby' ? 'Stand-by' : 'Maintenance';
    return `${name} is ${isNew ? 'now' : 'already'} ${word}.\n`;
  },
});

/** A copy must not mail, charge or call anyone. */
export const standbyCommand = switchCommand(
  'standby',
  'Run no jobs, send no mail or webhook and charge nothing, as a restored copy does; or end that.',
);

export const maintenanceCommand = switchCommand(
  'maintenance',
  'Refuse changes by users while stations keep playing; or accept them again.',
);

/** A time with its offset from UTC. @throws UsageError */
function readTime(name: string, text: string | undefined): Date {
  const time = new Date(text ?? '');
  if (Number.isNaN(time.getTime()) || !/(?:Z|[+-]\d\d:\d\d)$/.test(text ?? '')) {
    throw new UsageError(`--${name} needs a time in UTC, such as 2026-11-28T02:00Z.`);
  }
  return time;
}

/** A banner in the portal. */
export const announceCommand: Command = {
  takes: '[<text> --from <time> --until <time>|--off]',
  does: 'Announce planned work in the portal until it is over; show or withdraw the notice.',
  options: { from: { type: 'string' }, until: { type: 'string' }, off: { type: 'boolean' } },
  async run(args, { openDatabase }) {
    const { words, options, flags } = args;
    if (flags.has('off')) {
      await announceWork(await openDatabase(), AT_THE_TERMINAL, null);
      return 'No work is announced.\n';
    }
    if (words.length === 0) return show(await readModes(await openDatabase()));
    const message = onlyArgument(args, 'one text, in quotes');
    const [starts_at, ends_at] = [
      readTime('from', options['from']),
      readTime('until', options['until']),
    ];
    if (ends_at <= starts_at) throw new UsageError('--until must be after --from.');
    if (ends_at.getTime() < Date.now()) throw new UsageError('--until is over.');
    const parsed = PlannedWork.shape.message.safeParse(message);
    if (!parsed.success) throw new UsageError(parsed.error.issues[0]?.message ?? 'Invalid text.');
    const work = { message: parsed.data, starts_at, ends_at };
    await announceWork(await openDatabase(), AT_THE_TERMINAL, work);
    return show({ planned_work: work });
  },
};

const show = ({
  planned_work: work,
}: Pick<Awaited<ReturnType<typeof readModes>>, 'planned_work'>) =>
  work
    ? `${work.starts_at.toISOString()} to ${work.ends_at.toISOString()}: ${work.message}\n`
    : 'No work is announced.\n';
