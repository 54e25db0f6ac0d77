import { expect, it } from 'vitest';
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
