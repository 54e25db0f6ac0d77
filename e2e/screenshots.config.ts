import { defineConfig } from '@playwright/test';

/** `npm run screenshots`: pictures of every page, to be looked at. */
export default defineConfig({
  testDir: '.',
  testMatch: '*screenshots.ts',
  outputDir: '../test-results',
  workers: 1,
  timeout: 600_000,
  reporter: 'list',
});
