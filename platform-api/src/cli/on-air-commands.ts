import type { Knex } from 'knex';
import { HOUR_MS } from '../../contract/time.ts';
import { recomputeDay, type RecomputedDay } from '../schedule/kept-days.ts';
import { OnAirStations } from '../schedule/on-air-stations.ts';
import type { ProgrammeDeps } from '../schedule/aired.ts';
import { readProgramme } from '../schedule/programme.ts';
import { keyOfStation, RadioStation } from '../stations/station.ts';
import { CommandFailed, UsageError, type Command, type Context } from './command.ts';
import { onlyArgument, table } from './format.ts';

/** A station by its slug, its public id or its id. @throws CommandFailed */
export async function stationNamed(db: Knex, name: string): Promise<RadioStation> {
  const isId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(name);
  const key = isId ? { id: name } : keyOfStation(name);
  const station = key && (await RadioStation.findByKey(db, key));
  if (!station) throw new CommandFailed(`There is no station ${name}.`);
  return station;
}

/** Runs with the timelines of stations, for as long as the command takes. */
async function withTimelines<Result>(
  { openDatabase, log }: Context,
  name: string,
  run: (deps: ProgrammeDeps, station: RadioStation) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase();
  const now = Date.now;
  const onAir = new OnAirStations({ db, now, log });
  try {
    return await run({ db, onAir, now }, await stationNamed(db, name.toLowerCase()));
  } finally {
    onAir.close();
  }
}

type Item = Awaited<ReturnType<typeof readProgramme>>['items'][number];

const HEAD = ['STARTS', 'ENDS', 'KIND', 'RULE', 'TITLE'];
const rowOf = ({ starts_at, ends_at, kind, rule, title, artist }: Item): string[] => [
  new Date(starts_at).toISOString(),
  new Date(ends_at).toISOString(),
  kind,
  rule,
  artist === null ? title : `${title} by ${artist}`,
];

/** The items on air now and next. */
export const onAirCommand: Command = {
  takes: '<station>',
  does: 'Show what a station on air here plays now and next.',
  options: {},
  async run(args, context) {
    const name = onlyArgument(args, 'one station, by its slug or id');
    return withTimelines(context, name, async (deps, station) => {
      const { now, next } = await readProgramme(deps, station, { hours: 1 });
      const items = [now, next].filter((item) => item !== null);
      if (items.length === 0) return `${station.station_slug} plays nothing at the moment.\n`;
      return table(HEAD, items.map(rowOf));
    });
  },
};

/** @throws UsageError */
function readTime(name: string, text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new UsageError(`--${name} needs a time, such as 2026-11-24T09:30Z.`);
  return time;
}

/** Each item of a span. */
export const programmeCommand: Command = {
  takes: '<station> [--from <time>] [--to <time>]',
  does: 'List what a station on air here has played or will play; by default the next hour.',
  options: { from: { type: 'string' }, to: { type: 'string' } },
  async run(args, context) {
    const name = onlyArgument(args, 'one station, by its slug or id');
    const from = readTime('from', args.options['from'] ?? new Date().toISOString());
    const to = readTime('to', args.options['to'] ?? new Date(from + HOUR_MS).toISOString());
    if (to <= from) throw new UsageError('--to must be after --from.');
    return withTimelines(context, name, async (deps, station) => {
      const hours = Math.ceil((to - from) / HOUR_MS);
      const asked = { from: new Date(from).toISOString(), hours };
      const { items } = await readProgramme(deps, station, asked);
      const within = items.filter(({ starts_at }) => new Date(starts_at).getTime() < to);
      return table(HEAD, within.map(rowOf));
    });
  },
};

/** Computes a kept day again. */
export const verifyDayCommand: Command = {
  takes: '<station> <day>',
  does: 'Compute a kept day (UTC) again and compare its hash.',
  options: {},
  async run({ words }, context) {
    const [name, day, ...more] = words;
    if (name === undefined || day === undefined || more.length > 0) {
      throw new UsageError('Give a station and a day, such as 2026-11-24.');
    }
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) {
      throw new UsageError(`${day} is not a day, such as 2026-11-24.`);
    }
    return withTimelines(context, name, async ({ db }, station) => {
      const found = await recomputeDay(db, station.id, day);
      if (!found) throw new CommandFailed(`${day} is not kept for ${station.station_slug}.`);
      return reportOf(found, day);
    });
  },
};

/** @throws CommandFailed when the hashes differ */
function reportOf({ kept, computed, items }: RecomputedDay, day: string): string {
  if (kept === computed) return `${day}: ${items} items, ${kept}. The same as computed now.\n`;
  throw new CommandFailed(
    `${day} was kept as ${kept}, and is computed as ${computed}. The kept day stands.`,
  );
}
