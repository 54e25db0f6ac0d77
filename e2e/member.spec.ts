import { test } from './fixtures.ts';
import { walkFromSignUpToAir } from './member-journey.ts';

test.describe.configure({ timeout: 180_000 });

test('from sign-up to a station on air and on the customer’s own site', async ({
  page,
  stationhouse,
}) => {
  await walkFromSignUpToAir(page, stationhouse);
});
