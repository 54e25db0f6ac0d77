import { defineConfig } from '@playwright/test';
import { journeys } from './journeys.ts';

/** Set by `npm run test:full`: soak specs, which repeat or wait for long, run as well. */
const isFull = process.env['FULL'] === '1';
const testIgnore = isFull ? [] : ['**/*.soak.spec.ts'];

/** Set by `npm test`: one journey for each thing that a person comes for. */
const isQuick = process.env['QUICK'] === '1';

/** Specs that listen to the sound. Two of them at once would starve each other on two cores. */
const SOUND = [
  'dashboard',
  'embeds',
  'examples',
  'faults',
  'first-customer',
  'frameworks',
  'hls',
  'icecast',
  'listening',
  'location-player',
  'locations-walk',
  'member',
  'member-bucket',
  'player-faults',
  'station-ids',
  'station-page',
  'tones',
  'tv',
  'tv-memory',
].map((name) => `**/${name}{,.soak}.spec.ts`);

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Each worker has a product, a database and a browser of its own (fixtures.ts).
  workers: 2,
  projects: [
    { name: 'sound', testMatch: SOUND, testIgnore, workers: 1 },
    { name: 'pages', testIgnore: [...testIgnore, ...SOUND] },
  ],
  // As for the unit tests (vitest.config.ts). Playwright lists such a test as flaky.
  ...(isQuick && { grep: journeys() }),
  retries: isFull ? 0 : 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // An element that never comes fails at its own line. Without it a long test would wait for it to its end, which hides the line.
  use: { actionTimeout: 60_000 },
  reporter: 'list',
  forbidOnly: true,
});
