import { expect, it } from 'vitest';
import { getMyStation, getStation } from '../../contract/stations/calls.ts';
import { type PublicStation } from '../../contract/stations/schemas.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { json, startApp } from '../../test/server.ts';
import { logoFile, memberWith, uploaded } from '../../test/uploads.ts';
import { runTask } from '../../test/work-off.ts';

const database = testDatabase();
const SHAPE = { aspect: 1.5, luminance: 1, is_transparent: false };

it('measures a logo at its upload, and the station’s public data has the measures', async () => {
  const app = await startApp(database);
  const member = await memberWith(app);
  await uploaded(app, member, { kind: 'logo', bytes: await logoFile('png', '#fff') });
  const own = await json<PublicStation>(
    await send(app, getMyStation, { token: member.access_token }),
  );
  expect(own.logo_shape).toEqual(SHAPE);
  const params = { station_slug: own.station_slug };
  expect(await json<PublicStation>(await send(app, getStation, { params }))).toMatchObject({
    logo_shape: SHAPE,
  });
});

it('measures logos of earlier releases by a job', async () => {
  const app = await startApp(database);
  const member = await memberWith(app);
  await uploaded(app, member, { kind: 'logo', bytes: await logoFile('png', '#fff') });
  // As the migration finds them.
  await database.knex('assets').update({ logo_shape: null });
  await database.knex('radio_stations').update({ logo_shape: null });
  await runTask(app, 'measure_logos');
  for (const table of ['assets', 'radio_stations']) {
    expect(await database.knex(table).pluck('logo_shape')).toEqual([SHAPE]);
  }
});

it('leaves a logo whose file is gone unmeasured', async () => {
  const app = await startApp(database);
  const member = await memberWith(app);
  await uploaded(app, member, { kind: 'background', bytes: await logoFile('jpeg') });
  await database.knex('assets').update({ kind: 'logo', storage_key: `${member.id}/gone.png` });
  await runTask(app, 'measure_logos');
  expect(await database.knex('assets').pluck('logo_shape')).toEqual([null]);
});
