import { DAY_MS } from '../../contract/time.ts';
import { findWrongHours, hourOf, mendHours, RECOMPUTED_DAYS } from '../listening/ledger.ts';
import { CommandFailed, UsageError, type Command } from './command.ts';
import { stationNamed } from './on-air-commands.ts';
import { table } from './format.ts';

/** Computes listening hours again from their sessions. */
export const verifyHoursCommand: Command = {
  takes: '[<station>] [--days <number>] [--mend]',
  does: 'Compute listening hours again from their sessions, by default of 2 days; --mend corrects wrong ones.',
  options: { days: { type: 'string' }, mend: { type: 'boolean' } },
  async run({ words: [name, ...more], options, flags }, { openDatabase }) {
    if (more.length > 0) throw new UsageError(`Unknown argument: ${more.join(' ')}`);
    const days = Number(options['days'] ?? 2);
    if (!Number.isInteger(days) || days < 1 || days > RECOMPUTED_DAYS) {
      throw new UsageError(`--days needs a number from 1 to ${RECOMPUTED_DAYS}.`);
    }
    const db = await openDatabase();
    const station = name === undefined ? null : await stationNamed(db, name.toLowerCase());
    const to = hourOf(Date.now());
    const span = { from: to - days * DAY_MS, to, ...(station && { station_id: station.id }) };
    const wrong = await findWrongHours(db, span);
    if (wrong.length === 0) return 'Every hour is what its sessions say.\n';
    const shown = table(
      ['STATION', 'HOUR', 'PLAYER', 'COUNTRY', 'STORED', 'COMPUTED'],
      wrong.map(({ station_id, hour, player, country, stored, computed }) => [
        station_id,
        hour.toISOString(),
        player,
        country,
        `${stored} s`,
        `${computed} s`,
      ]),
    );
    if (!flags.has('mend')) throw new CommandFailed(`${shown}These hours are wrong.`);
    await mendHours(db, wrong);
    return `${shown}These hours are mended.\n`;
  },
};
