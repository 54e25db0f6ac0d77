import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { changesIn, faultsIn, releasesIn } from './changelog.mjs';

const read = (file) => readFile(new URL(`../${file}`, import.meta.url), 'utf8');

describe('the changelog', () => {
  it('begins with the version of the package, and has the list of each release', async () => {
    const { version } = JSON.parse(await read('sdk/package.json'));
    const changelog = await read('docs/changelog.md');
    expect(faultsIn(changelog, version)).toEqual([]);
    for (const release of releasesIn(changelog)) {
      expect(await read(`docs/releases/${release.version}.txt`)).toMatch(/^call /m);
      expect(changelog).toContain(`<!-- generated: ${release.version} -->`);
    }
  });

  it('is refused when the package has a version that it lacks', () => {
    expect(faultsIn('## 0.1.0 – 2026-11-26\n', '0.2.0')).toEqual([
      'docs/changelog.md begins with 0.1.0, and the SDK is 0.2.0.',
    ]);
  });

  it('is refused when its releases are out of order', () => {
    const changelog = '## 0.9.0 – 2026-12-24\n\n## 0.10.0 – 2026-11-26\n';
    expect(faultsIn(changelog, '0.9.0')).toEqual(['docs/changelog.md has 0.10.0 below 0.9.0.']);
    const dates = '## 0.10.0 – 2026-11-26\n\n## 0.9.0 – 2026-12-24\n';
    expect(faultsIn(dates, '0.10.0')).toEqual(['docs/changelog.md has 0.9.0 below 0.10.0.']);
  });
});

describe('the changes of a release', () => {
  it('are what has been added and removed since the one before', () => {
    const before = ['call GET /v1/a', 'error gone', 'field A.b'];
    expect(
      changesIn(['call GET /v1/a', 'call GET /v1/b', 'field A.b', 'field A.c'], before),
    ).toEqual([
      '- New, calls: `GET /v1/b`',
      '- New, fields: `A.c`',
      '- Removed, error codes: `gone`',
    ]);
    expect(changesIn(before, before)).toEqual(['Nothing new for programs.']);
  });

  it('are counted in the first release', () => {
    expect(changesIn(['call GET /v1/a', 'call GET /v1/b', 'error gone'])).toEqual([
      'The first release. It has:',
      '',
      '- Calls: 2',
      '- Fields: 0',
      '- Error codes: 1',
      '- Webhook events: 0',
      '- Functions of the client: 0',
      '- Attributes, events, parts and slots of the element: 0',
    ]);
  });
});
