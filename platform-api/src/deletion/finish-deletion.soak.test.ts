import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import {
  buildLeaver,
  dieFinishing,
  expectGone,
  farewells,
  leave,
  type Leaver,
} from '../../test/leaver.ts';
import { mortalPartners } from '../../test/mortal-partners.ts';
import { openCheckout, paymentsAt } from '../../test/payments-stand-in.ts';
import { startApp } from '../../test/server.ts';
import { soundFile, upload } from '../../test/uploads.ts';
import { workOff } from '../../test/work-off.ts';

const database = testDatabase();
const { knex } = database;

/** A leaver whose job meets every kind of partner: two files, a subscription, an open checkout. */
async function buildBusyLeaver(): Promise<Leaver> {
  const leaver = await buildLeaver(database);
  await upload(leaver.app, leaver.member, { bytes: soundFile(2) });
  const { payments } = leaver.app.services;
  if (payments) await openCheckout(payments, { customer: leaver.shop.customer() });
  await leave(leaver.app, leaver.member);
  await workOff(leaver.app, ['send_mail', 'deliver_code']);
  return leaver;
}

describe('a process that is killed during a deletion', () => {
  it('at any step leaves nothing undone for the next one', async () => {
    const steps = await stepsOfADeparture();
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
        const leaver = await buildBusyLeaver();
        await dieFinishing(leaver.shop, leaver.member.id, { at, when });
        const { storage, now } = leaver.app.services;
        const payments = paymentsAt(leaver.shop.standIn);
        const app = await startApp(database, { payments, storage, now });
        await workOff(app);
        await expectGone(leaver, app).catch((error: unknown) => {
          throw new Error(`killed ${when} ${step}`, { cause: error });
        });
        expect(farewells([leaver.app, app], leaver.member)).toHaveLength(1);
      }
    }
  }, 600_000);
});

async function stepsOfADeparture(): Promise<string[]> {
  const leaver = await buildBusyLeaver();
  const payments = paymentsAt(leaver.shop.standIn);
  const partners = mortalPartners({ payments, storage: leaver.app.services.storage });
  const app = await startApp(database, { payments, storage: partners.storage });
  await workOff(app);
  const steps = [...partners.asked];
  await expectGone(leaver, app);
  return steps;
}
