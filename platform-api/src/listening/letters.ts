import type { Knex } from 'knex';
import { LISTENING_LETTERS } from '../../contract/listening/values.ts';
import { packageNamed, type PackageName } from '../../contract/billing/prices.ts';
import { job } from '../jobs/job.ts';
import { queueMail } from '../mail/send-mail.ts';
import { listeningHours } from './hours-mail.tsx';
import { presentMailedStation, RadioStation } from '../stations/station.ts';
import { monthStart, readMonth, type FigureDeps } from './figures.ts';
import { ACTIVE_STATIONS } from '../stations/station-queries.ts';
import { MAILABLE_USERS } from '../accounts/user.ts';

/** Letters come within minutes of the moment that they are about. */

/** Stations of members who can be reached, with what was heard this month. */
const SECONDS_OF_STATIONS = `
  select s.id, s.package_name, u.email, sum(h.seconds) as seconds
  from listening_hours h
  join ${ACTIVE_STATIONS} s on s.id = h.station_id
  join ${MAILABLE_USERS} u on u.id = s.user_id
  where h.hour >= :month
  group by s.id, s.package_name, u.email`;

interface HeardStation {
  id: string;
  package_name: PackageName | null;
  email: string;
  seconds: number;
}

type LetterDeps = FigureDeps & { publicUrl: string };

/** Tells members when they have used 70, 90 or 100 per cent of a month's hours: each once a month. */
export const WRITE_LETTERS = job({
  name: 'tell_listening_hours',
  schedule: '*/10 * * * *',
  async run(deps: LetterDeps) {
    const { db, now } = deps;
    const month = new Date(monthStart(now()));
    const { rows } = await db.raw<{ rows: HeardStation[] }>(SECONDS_OF_STATIONS, { month });
    for (const station of rows) {
      const cap = packageNamed(station.package_name).limits.listening_hours * 3_600;
      const reached = LISTENING_LETTERS.filter((percent) => station.seconds * 100 >= cap * percent);
      if (reached.length > 0) await write(deps, station, { month, reached });
    }
  },
});

/** Of several that are due at once, only the highest is sent. */
async function write(
  deps: LetterDeps,
  { id, email: to }: HeardStation,
  { month, reached }: { month: Date; reached: number[] },
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const highest = Math.max(...reached);
    const made = await noteLetters(trx, id, { month, reached });
    if (!made.includes(highest)) return;
    const station = await RadioStation.read(trx, id);
    const figures = await readMonth({ ...deps, db: trx }, station);
    const hoursOf = (seconds: number) => Math.floor(seconds / 3_600);
    const hours = listeningHours({
      ...presentMailedStation(station, deps.publicUrl),
      percent: highest,
      used_hours: hoursOf(figures.seconds),
      cap_hours: hoursOf(figures.cap_seconds),
      forecast_hours: hoursOf(figures.forecast_seconds),
      policy: figures.policy,
    });
    await queueMail(trx, to, hours);
  });
}

/** @returns the letters that were not made before */
function noteLetters(
  trx: Knex,
  station_id: string,
  { month, reached }: { month: Date; reached: number[] },
): Promise<number[]> {
  const rows = reached.map((percent) => ({
    station_id,
    month: month.toISOString().slice(0, 10),
    percent,
  }));
  return trx('listening_letters')
    .insert(rows)
    .onConflict()
    .ignore()
    .returning<{ percent: number }[]>('percent')
    .then((made) => made.map(({ percent }) => percent));
}
