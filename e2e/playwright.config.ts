import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Sound is measured in real time: two browsers on two cores would starve each other.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // As for the other tests (scripts/test.mjs).
  retries: process.env['CI'] ? 1 : 0,
  reporter: 'list',
  forbidOnly: true,
});
