import { it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { sendHostileRequests } from '../../test/hostile-requests.ts';

const database = testDatabase();

it('answers 20,000 hostile requests without a server error', { timeout: 600_000 }, () =>
  sendHostileRequests(database, { runs: 20_000 }),
);
