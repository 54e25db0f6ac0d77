import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  // Soak specs repeat or wait for long: `npm run test:full` runs them as well.
  testIgnore: process.env['FULL'] === '1' ? [] : ['**/*.soak.spec.ts'],
  outputDir: '../test-results',
  // Sound is measured in real time: two browsers on two cores would starve each other.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  forbidOnly: true,
});
