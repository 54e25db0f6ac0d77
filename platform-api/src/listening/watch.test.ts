import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { readEvents } from '../../test/read-events.ts';
import { startApp } from '../../test/server.ts';

const database = testDatabase();

describe('The event stream of a member', () => {
  it('has the listeners of now, over two replicas', async () => {
    const apps = [await startApp(database), await startApp(database)];
    const [app] = apps;
    if (!app) throw new Error('no app');
    const member = await signedInUser(app);
    const { id: station_id } = await buildStation(database.knex, { user_id: member.id });
    const about = { station_id, player: 'page', country: '' } as const;
    for (const { services } of apps) services.audience.begin(about, { takenSeconds: () => 0 });
    const events = readEvents(await app.get('/v1/me/station/events?listening=true', member.as));
    // The count of one replica may be written before that of the other.
    const seen: unknown[] = [];
    for await (const { event, data } of events) {
      if (event !== 'listening') continue;
      seen.push(data);
      if ((data as { listeners: number }).listeners === 2) break;
    }
    expect(seen.at(-1)).toEqual({ listeners: 2 });
  });
});
