import type { z } from 'zod';
import { changeCustomer, getCustomer, type CustomerDetails } from '../contract/admin/customers.ts';
import type { Problem } from '../contract/problem.ts';
import type { Services } from '../src/app.ts';
import type { RadioStation } from '../src/stations/station.ts';
import { send } from './call.ts';
import { buildStation, signedInUser, steppedUp, type SignedInUser } from './factories.ts';
import { json, startApp, type TestApp } from './server.ts';
import type { TestKnex } from './database.ts';

type Change = z.input<typeof changeCustomer.body>;

/** The answer: the customer, or a refusal. */
export interface Answered {
  status: number;
  etag: string | null;
  body: CustomerDetails & Problem;
}

/** The calls of an admin for one customer. */
export function customerAsAdmin(
  app: TestApp,
  admin: Pick<SignedInUser, 'access_token' | 'as'>,
  user_id: string,
) {
  const by = { token: admin.access_token, params: { user_id } };
  async function answered(answer: Response): Promise<Answered> {
    return { status: answer.status, etag: answer.headers.get('etag'), body: await json(answer) };
  }
  return {
    see: async () => answered(await send(app, getCustomer, by)),
    /** @param etag `*`: any version; null: without the header */
    async change(body: Change | Record<string, unknown>, etag: string | null = '*') {
      const isMove = Object.keys(Object(body.profile)).includes('email');
      const headers: Record<string, string> = {
        ...(etag !== null && { 'If-Match': etag }),
        ...(isMove && (await steppedUp(app, admin)).headers),
      };
      return answered(await send(app, changeCustomer, { ...by, body, headers }));
    },
  };
}

/** An admin, and a customer whose station is not on air yet. */
export async function openAdminArea(
  database: { knex: TestKnex; url: string },
  given: Partial<Services> & { station?: Partial<RadioStation> } = {},
) {
  const { station: row, ...services } = given;
  const { knex } = database;
  const app = await startApp(database, services);
  const [admin, member] = [await signedInUser(app, { role: 'admin' }), await signedInUser(app)];
  const of = { user_id: member.id, station_slug: 'own', status: 'setup_pending' } as const;
  const station = await buildStation(knex, { ...of, ...row });
  return {
    app,
    admin,
    member,
    station,
    ...customerAsAdmin(app, admin, member.id),
    /** The rows, as the database has them. */
    rows: async () => ({
      user: await knex('users').where({ id: member.id }).first(),
      profile: await knex('profiles').where({ user_id: member.id }).first(),
      station: await knex('radio_stations').where({ user_id: member.id }).first(),
    }),
    audited: () => knex('audit_log').orderBy(['at', 'id']),
  };
}
