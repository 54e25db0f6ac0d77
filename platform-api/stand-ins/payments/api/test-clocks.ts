import { z } from 'zod';
import { newId } from '../ids.ts';
import { addMonths } from '../life/calendar.ts';
import { runDue } from '../life/due.ts';
import { shaped } from '../objects/shaped.ts';
import { InvalidRequest } from '../refusals.ts';
import type Stripe from 'stripe';
import { list, page, text, timestamp } from './fields.ts';
import { pageOf } from './lists.ts';
import { route } from './route.ts';

const CLOCKS = '/v1/test_helpers/test_clocks';
const expand = list(text).optional();

/** Clocks that only the customers made with them live by (docs.stripe.com/billing/testing/test-clocks). */
export const testClockRoutes = [
  route(
    'POST',
    CLOCKS,
    z.strictObject({ expand, frozen_time: timestamp, name: z.string().max(300).optional() }),
    (ledger, { frozen_time, name }) => {
      const created = ledger.time();
      return ledger.put(
        'test_helpers.test_clock',
        shaped<Stripe.TestHelpers.TestClock>({
          created,
          deletes_after: addMonths(created, 1),
          frozen_time,
          id: newId('clock'),
          livemode: false,
          name: name ?? null,
          object: 'test_helpers.test_clock',
          status: 'ready',
          status_details: {},
        }),
      );
    },
  ),
  route('GET', CLOCKS, z.strictObject({ ...page, expand }), (ledger, params) =>
    pageOf(ledger.all('test_helpers.test_clock'), params, CLOCKS),
  ),
  route('GET', `${CLOCKS}/:id`, z.strictObject({ expand }), (ledger, _, { id = '' }) =>
    ledger.get('test_helpers.test_clock', id),
  ),
  route(
    'POST',
    `${CLOCKS}/:id/advance`,
    z.strictObject({ expand, frozen_time: timestamp }),
    (ledger, { frozen_time }, { id = '' }) => {
      const clock = ledger.get('test_helpers.test_clock', id);
      if (frozen_time <= clock.frozen_time) {
        throw InvalidRequest(
          "The new frozen time must be after the test clock's current frozen time.",
          'frozen_time',
        );
      }
      runDue(ledger, id, frozen_time);
      // Stripe answers `advancing` and takes its time; here it has happened.
      return ledger.change('test_helpers.test_clock', id, { frozen_time });
    },
  ),
];
