import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fencesOfPages } from '../../test/operations-pages.ts';
import {
  debianPostgres,
  install,
  installed,
  startDebianPostgres,
} from '../../test/debian-postgres.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { buildPlaylist, draftWith, putOnAir } from '../../test/on-air-stations.ts';
import { dataFolder, freePort, runCli, startProgram } from '../../test/program.ts';

const bin = debianPostgres();

/** The blocks that have only lines of `stationhouse`. */
const FENCES = (await fencesOfPages()).filter(({ runBy }) => runBy === 'commands');
const PAGES = [...new Set(FENCES.map(({ page }) => page))];

/** The arguments of each line. */
const argumentsOf = (fences: readonly { text: string }[]): string[][] =>
  fences
    .flatMap(({ text }) => text.split('\n'))
    .flatMap((line) => /^stationhouse (.*?)(?: +#.*)?$/.exec(line)?.[1] ?? [])
    .map((line) => (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'|'$/g, '')));

/** Commands that find nothing to do here, and what they then say. */
const NOTHING_TO_DO: Record<string, RegExp> = {
  'remove-second-factor': /has no second factor/,
  'verify-day': /is not kept for/,
};

describe.skipIf(bin === null)('the commands of the pages for operators', () => {
  it.each(PAGES)(
    'of %s work as they are written',
    async (page) => {
      const commands = argumentsOf(FENCES.filter((fence) => fence.page === page));
      expect(commands.length).toBeGreaterThan(0);
      const createDatabase = await startDebianPostgres(bin ?? '');
      const { env, app, knex } = await installed(createDatabase, 'origin');
      await signedInUser(app, { email: 'ada@example.com' });
      await knex('users').update({ email_confirmed_at: new Date() });
      const station = await buildStation(knex, { status: 'active', station_slug: 'blue-cafe' });
      await putOnAir(knex, station, draftWith((await buildPlaylist(knex, { tracks: 3 })).id));
      await app.close();
      const port = String(await freePort());
      const running = { ...env, PORT: port, PUBLIC_URL: `http://localhost:${port}` };
      const program = await startProgram(running);
      await program.ready();
      const [backups, music] = [await dataFolder(), await dataFolder()];
      await mkdir(backups, { recursive: true });
      expect((await runCli(['backup', backups], running)).code).toBe(0);
      const [backup = ''] = await readdir(backups);

      /** Addresses of the pages, as they are here. */
      const here = (word: string): string =>
        word
          .replace(/^\/var\/backups\/stationhouse\/stationhouse-.*/, join(backups, backup))
          .replace('/var/backups/stationhouse', join(backups, 'more'))
          .replace('/srv/music', music)
          .replace('https://radio.example/live.mp3', '/stream/blue-cafe');
      let copies = 0;
      const failures: string[] = [];
      for (const [command = '', ...words] of commands) {
        const target =
          command === 'restore'
            ? (await install(createDatabase, `copy${(copies += 1)}`)).env
            : running;
        const { code, out, err } = await runCli([command, ...words.map(here)], target);
        const said = `${command} ${words.join(' ')}: ${out}${err}`;
        if (code !== 0 && !NOTHING_TO_DO[command]?.test(said)) failures.push(said);
      }
      expect(failures).toEqual([]);
    },
    600_000,
  );
});
