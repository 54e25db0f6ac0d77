import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import {
  buildUserToDelete,
  crashWhileFinishing,
  expectDeleted,
  deletionMails,
  deleteOwnAccount,
  type DeletedUser,
} from '../../test/deleted-user.ts';
import { crashingPartners } from '../../test/crashing-partners.ts';
import { openCheckout, paymentsAt } from '../../test/payments-stand-in.ts';
import { startApp } from '../../test/server.ts';
import { soundFile, upload } from '../../test/uploads.ts';
import { workOff } from '../../test/work-off.ts';

const database = testDatabase();
const { knex } = database;

/** A deleted user whose job meets every kind of partner: two files, a subscription, an open checkout. */
async function buildBusyUserToDelete(): Promise<DeletedUser> {
  const userToDelete = await buildUserToDelete(database);
  await upload(userToDelete.app, userToDelete.member, { bytes: soundFile(2) });
  const { payments } = userToDelete.app.services;
  if (payments) await openCheckout(payments, { customer: userToDelete.shop.customer() });
  await deleteOwnAccount(userToDelete.app, userToDelete.member);
  await workOff(userToDelete.app, ['send_mail', 'deliver_code']);
  return userToDelete;
}

describe('a process that is killed during a deletion', () => {
  it('at any step leaves nothing undone for the next one', async () => {
    const steps = await stepsOfADeletion();
    expect(steps.filter((step) => step.startsWith('DELETE'))).toHaveLength(1);
    expect(steps.filter((step) => step.endsWith('expire'))).toHaveLength(1);
    expect(steps.filter((step) => step === 'list')).toHaveLength(2);
    const deaths = steps.flatMap((step, at) => [
      { at, step, when: 'before' as const },
      { at, step, when: 'after' as const },
    ]);
    const rounds = Math.ceil(100 / deaths.length);
    for (let round = 0; round < rounds; round += 1) {
      for (const { at, step, when } of deaths) {
        await knex('departures').delete();
        const userToDelete = await buildBusyUserToDelete();
        await crashWhileFinishing(userToDelete.shop, userToDelete.member.id, { at, when });
        const { storage, now } = userToDelete.app.services;
        const payments = paymentsAt(userToDelete.shop.standIn);
        const app = await startApp(database, { payments, storage, now });
        await workOff(app);
        await expectDeleted(userToDelete, app).catch((error: unknown) => {
          throw new Error(`killed ${when} ${step}`, { cause: error });
        });
        expect(deletionMails([userToDelete.app, app], userToDelete.member)).toHaveLength(1);
      }
    }
  }, 600_000);
});

async function stepsOfADeletion(): Promise<string[]> {
  const userToDelete = await buildBusyUserToDelete();
  const payments = paymentsAt(userToDelete.shop.standIn);
  const partners = crashingPartners({ payments, storage: userToDelete.app.services.storage });
  const app = await startApp(database, { payments, storage: partners.storage });
  await workOff(app);
  const steps = [...partners.asked];
  await expectDeleted(userToDelete, app);
  return steps;
}
