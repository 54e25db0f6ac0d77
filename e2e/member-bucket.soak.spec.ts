import { test } from './fixtures.ts';
import { walkFromSignUpToAir } from './member-journey.ts';

test.use({ storage: 'bucket' });
test.describe.configure({ timeout: 180_000 });

test('from sign-up to a station on air, with the files in a bucket', async ({
  page,
  stationhouse,
}) => {
  await walkFromSignUpToAir(page, stationhouse);
});
