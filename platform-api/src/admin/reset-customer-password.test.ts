import { describe, expect, it } from 'vitest';
import { resetCustomerPassword } from '../../contract/admin/customer-acts.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { signedInUser, steppedUp, type SignedInUser } from '../../test/factories.ts';
import { linkIn, startMailInbox } from '../../test/mail-inbox.ts';
import { json, startApp, WIDE_LIMITS, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

const reset = async (admin: SignedInUser, app: TestApp, user_id: string, key?: string) =>
  send(app, resetCustomerPassword, {
    params: { user_id },
    headers: {
      ...(await steppedUp(app, admin)).headers,
      ...(key !== undefined && { 'Idempotency-Key': key }),
    },
  });

describe('a password reset by an admin', () => {
  it('sends the mail to the customer, and changes nothing yet', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    const admin = await signedInUser(app, { role: 'admin' });
    const ada = await signedInUser(app);
    const answer = await reset(admin, app, ada.id);
    expect([answer.status, await answer.json()]).toEqual([202, {}]);
    const [theirs = ''] = await mailInbox.to(ada.email);
    expect((await app.get('/v1/me', ada.as)).status).toBe(200);

    await app.post('/v1/auth/recover', { email: ada.email });
    const [, own = ''] = await mailInbox.to(ada.email);
    const withoutToken = (text: string) => text.replace(linkIn(text).token, '');
    expect(withoutToken(theirs)).toBe(withoutToken(own));
    expect(app.sent.mails.map(({ to }) => to)).toEqual([ada.email, ada.email]);

    const password = 'the tide comes in at nine';
    const { token } = linkIn(own);
    expect((await app.post('/v1/auth/reset', { token, password })).status).toBe(200);
    expect((await app.get('/v1/me', ada.as)).status).toBe(401);
  });

  it('is logged without the link', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const { id } = await signedInUser(app);
    await reset(admin, app, id);
    expect(await knex('audit_log')).toMatchObject([
      { action: 'reset_password', actor_id: admin.id, user_id: id, before: {}, after: {} },
    ]);
  });

  it('sends a mail although the customer has just requested one', async () => {
    const { recover_target, recover_target_minute } = RATE_LIMITS;
    const rates = { ...WIDE_LIMITS, recover_target, recover_target_minute };
    const app = await startApp(database, { limits: { eventStreams: 1, rates } });
    const mailInbox = await startMailInbox(app);
    const admin = await signedInUser(app, { role: 'admin' });
    const ada = await signedInUser(app);
    for (let asked = 0; asked < 2; asked += 1) {
      await app.post('/v1/auth/recover', { email: ada.email });
    }
    expect(await mailInbox.to(ada.email)).toHaveLength(1);
    await reset(admin, app, ada.id);
    expect(await mailInbox.to(ada.email)).toHaveLength(2);
  });

  it('with the same idempotency key sends one mail', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    const admin = await signedInUser(app, { role: 'admin' });
    const ada = await signedInUser(app);
    for (let asked = 0; asked < 3; asked += 1) {
      expect((await reset(admin, app, ada.id, 'one letter')).status).toBe(202);
    }
    expect(await mailInbox.to(ada.email)).toHaveLength(1);
    expect(await knex('audit_log')).toHaveLength(1);
  });

  it('is refused without an email address, and not logged', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const ada = await signedInUser(app, { phone: '+442079460001' });
    await knex('users').where({ id: ada.id }).update({ email: null });
    const answer = await reset(admin, app, ada.id);
    expect(await json(answer)).toMatchObject({ status: 409, code: 'no_email' });
    expect(await knex('audit_log')).toEqual([]);
    expect(await knex('graphile_worker._private_jobs')).toEqual([]);
  });
});
