import { it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { sendHostileBodies } from '../../test/hostile-bodies.ts';

const database = testDatabase();

it('answers 30,000 hostile bodies as documented', { timeout: 600_000 }, () =>
  sendHostileBodies(database, { runs: 30_000 }),
);
