import { expect, it } from 'vitest';
import * as calls from '../../contract/library/tracks.ts';
import { CORRECTIONS } from '../../contract/library/values.ts';
import type { Problem } from '../../contract/problem.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildTrack, signedInUser } from '../../test/factories.ts';
import { json, startApp } from '../../test/server.ts';
import { correctTracks } from './correct-tracks.ts';

const database = testDatabase();
const { knex } = database;

async function openLibrary() {
  await knex('library_tracks').delete();
  const app = await startApp(database, { now: () => Date.parse('2026-11-21T09:30:00Z') });
  const { access_token: token, id: admin } = await signedInUser(app, { role: 'admin' });
  return {
    admin,
    exported: (query: Record<string, string> = {}) =>
      send(app, calls.exportLibraryTracks, { token, query }),
    correct: async (csv: string | Buffer) => {
      const answer = await fetch(`${app.url}/v1/admin/library/tracks.csv`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv' },
        body: csv,
      });
      return json<{ changed: number; unchanged: number } & Problem>(answer);
    },
    track: (id: string) => knex('library_tracks').where({ id }).first(),
  };
}

it('an export can be sent back, and changes nothing', async () => {
  const { exported, correct, track } = await openLibrary();
  const { id } = await buildTrack(knex, {
    title: '=So "What", feat. Ä',
    artist: '-M-\nsecond line',
    isrc: 'USSM15900113',
    year: 1959,
    is_explicit: true,
  });
  await buildTrack(knex);
  const before = await track(id);
  const answer = await exported();
  expect(answer.headers.get('Content-Disposition')).toBe(
    'attachment; filename="stationhouse-tracks-2026-11-21.csv"',
  );
  expect(await correct(Buffer.from(await answer.arrayBuffer()))).toEqual({
    changed: 0,
    unchanged: 2,
  });
  expect(await track(id)).toEqual(before);
});

it('corrections are found by id or by ISRC, in the separators of any spreadsheet', async () => {
  const { correct, track, admin } = await openLibrary();
  const { id } = await buildTrack(knex, { genre: 'Pop', mood: 'Cool' });
  const { id: other } = await buildTrack(knex, { isrc: 'USSM15900113' });
  expect(await correct(`\uFEFFid;genre;year;mood\r\n${id};Jazz;1959;\r\n`)).toEqual({
    changed: 1,
    unchanged: 0,
  });
  expect(await track(id)).toMatchObject({ genre: 'Jazz', year: 1959, mood: null });
  await correct('isrc\tis_explicit\nUS-SM1-59-00113\tTRUE\n');
  expect(await track(other)).toMatchObject({ is_explicit: true, isrc: 'USSM15900113' });
  const lines = await knex('audit_log').where({ actor_id: admin });
  expect(lines).toMatchObject([{ action: 'change_tracks' }, { after: { tracks: 1 } }]);
});

it('segues and intros are exported in seconds, moved, and put back as measured', async () => {
  const { exported, correct, track } = await openLibrary();
  const { id, prepared_file_id } = await buildTrack(knex);
  const sound = { units: 1_000, segue_units: 25, intro_units: 60 };
  await knex('prepared_files').where({ id: prepared_file_id }).update(sound);
  const csv = await (await exported()).text();
  const [head = '', line = ''] = csv.split('\r\n').map((each) => each.split(','));
  expect(line[head.indexOf('segue_seconds')]).toBe('4.8');
  expect(line[head.indexOf('intro_seconds')]).toBe('11.52');
  expect(await correct(csv)).toEqual({ changed: 0, unchanged: 1 });
  expect(await track(id)).toMatchObject({ segue_units: null, intro_units: null });

  await correct(`id;segue_seconds;intro_seconds\n${id};9,6;0\n`);
  expect(await track(id)).toMatchObject({ segue_units: 50, intro_units: 0 });
  await correct(`id,segue_seconds,intro_seconds\n${id},,\n`);
  expect(await track(id)).toMatchObject({ segue_units: null, intro_units: null });

  await knex('prepared_files').where({ id: prepared_file_id }).update({ units: 100 });
  const messages = async (cell: string) =>
    (await correct(`id,segue_seconds\n${id},${cell}\n`)).errors?.map(({ message }) => message);
  expect(await messages('5')).toEqual([
    'segue_seconds: Please enter a number from 0 to 4.8: at most 12 s, and a quarter of the track.',
  ]);
  expect(await messages('long')).toEqual(['segue_seconds: Please enter a number from 0 to 12.']);
});

it('every refused line is named with its reason, and then nothing is changed', async () => {
  const { correct, track } = await openLibrary();
  const { id } = await buildTrack(knex, { genre: 'Pop' });
  const { id: second } = await buildTrack(knex);
  for (let n = 0; n < 2; n++) await buildTrack(knex, { isrc: 'GBAYE6900531' });
  const refused = await correct(
    [
      'id,isrc,genre,energy,title',
      `${id},,"Jazz\u0000\n& Soul",3,A`,
      `${id},,Jazz,3,A`,
      '01938a3f-0000-7000-8000-000000000000,,Jazz,3,A',
      ',GBAYE6900531,Jazz,3,A',
      ',USSM15900113,Jazz,3,A',
      ',,Jazz,3,A',
      `${second},12,Jazz,3,A`,
      '',
    ].join('\n'),
  );
  expect(refused).toMatchObject({ status: 422, code: 'corrections_refused' });
  expect(refused.detail).toContain('7 lines can’t be applied');
  expect(refused.errors).toEqual([
    { field: 'lines.2', code: 'refused', message: 'genre: This contains invalid characters.' },
    { field: 'lines.4', code: 'refused', message: 'Line 2 has the same track.' },
    { field: 'lines.5', code: 'refused', message: 'The library has no track with this id.' },
    { field: 'lines.6', code: 'refused', message: '2 tracks have this ISRC. Name one by its id.' },
    { field: 'lines.7', code: 'refused', message: 'The library has no track with this ISRC.' },
    { field: 'lines.8', code: 'refused', message: 'This line names neither an id nor an ISRC.' },
    {
      field: 'lines.9',
      code: 'refused',
      message: 'isrc: An ISRC has 12 characters, such as USSM15900113.',
    },
  ]);
  const wrong = await correct(`id,energy,title\n${second},3,B\n${id},9,\n`);
  expect(wrong.errors).toEqual([
    { field: 'lines.3', code: 'refused', message: 'title: Please enter the title.' },
  ]);
  expect(await track(second)).toMatchObject({ energy: null });
});

it.each<[string, string | Buffer, string]>([
  ['empty', '', 'The file is empty.'],
  [
    'in another encoding',
    Buffer.from('id,title\n1,\xe4', 'latin1'),
    'save the file as “CSV UTF-8”',
  ],
  ['with an unknown column', 'id,shoe_size\n', 'There is no column “shoe_size”'],
  ['with a doubled column', 'id,title,Title\n', 'The column “title” is there twice.'],
  ['without a key', 'title\n', 'A column id or isrc is needed'],
  ['with an open quotation mark', 'id,title\n"a,b', 'A quotation mark is missing'],
  ['with an endless cell', `id,title\n"${'\n'.repeat(17_000)}"`, 'has more than 16000 characters'],
  ['with endless cells', `id${',a'.repeat(17_000)}`, 'has more than 16000 characters'],
  ['with a missing cell', 'id,title\na', 'This line has 1 cells'],
  ['of music', Buffer.from([0xff, 0xfb, 0x90, 0x64, 0, 0]), 'save the file as “CSV UTF-8”'],
  [
    'with too many lines',
    `id\n${'x\n'.repeat(CORRECTIONS.lines + 1)}`,
    `at most ${CORRECTIONS.lines} lines`,
  ],
])('a file %s is refused with its reason', async (_, csv, message) => {
  const { correct } = await openLibrary();
  const refused = await correct(csv);
  expect(refused).toMatchObject({ status: 422, code: 'corrections_refused' });
  expect(refused.errors?.[0]?.message).toContain(message);
});

it('a large file leaves other requests their turn', async () => {
  let turns = 0;
  let next: NodeJS.Immediate | undefined;
  function count(): void {
    turns += 1;
    next = setImmediate(count);
  }
  count();
  const file = Buffer.from(`id,title\n${'\n'.repeat(1_000_000)}`);
  const corrected = await correctTracks(knex, { id: null, ip: null }, file);
  clearImmediate(next);
  expect(corrected).toEqual({ changed: 0, unchanged: 0 });
  // A piece of 16 kB has one.
  expect(turns).toBeGreaterThan(50);
});
