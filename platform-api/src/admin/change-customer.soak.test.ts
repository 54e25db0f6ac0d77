import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { customerAsAdmin, openAdminArea } from '../../test/admin-area.ts';
import { startApp } from '../../test/server.ts';

const database = testDatabase();

const ROUNDS = 500;

describe('two admins who change a customer at the same time', () => {
  it('one succeeds, and the other gets 409 with the new values', { timeout: 120_000 }, async () => {
    const { app, admin, member, audited } = await openAdminArea(database);
    const customers = [app, await startApp(database)].map((at) =>
      customerAsAdmin(at, admin, member.id),
    );
    for (let round = 0; round < ROUNDS; round += 1) {
      const etag = (await customers[round % 2]?.see())?.etag ?? null;
      const names = [`One ${round}`, `Two ${round}`];
      const answers = await Promise.all(
        customers.map(({ change }, place) =>
          // The same field, another field, another table: all of them are conflicts.
          place === round % 3
            ? change({ station: { setup_notes: `${round}` } }, etag)
            : change({ profile: { first_name: names[place] } }, etag),
        ),
      );
      const [won, ...others] = answers.toSorted((a, b) => a.status - b.status);
      expect([won?.status, ...others.map(({ status }) => status)]).toEqual([200, 409]);
      expect(others[0]?.body.code).toBe('changed_meanwhile');
      expect(others[0]?.body.current).toEqual(won?.body);
    }
    expect(await audited()).toHaveLength(ROUNDS);
  });
});
