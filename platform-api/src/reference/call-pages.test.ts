import { spawnSync } from 'node:child_process';
import { decodeHTML } from 'entities';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { CALL_GROUPS, CALLS } from '../../contract/calls.ts';
import { testDatabase } from '../../test/database.ts';
import { confirmAddress, madeApiKey, signedInUser } from '../../test/factories.ts';
import { json, startApp } from '../../test/server.ts';
import { describeApi } from './open-api.ts';
import { AUDIENCES, groupPath } from './reference-page.ts';

const database = testDatabase();
const { paths } = describeApi('http://radio.example.com');

/** The most that a page may weigh, in bytes. */
const PAGE_BYTES = 300_000;

async function pagesOfGroups() {
  const app = await startApp(database);
  const pages = await Promise.all(
    CALL_GROUPS.map(async ({ name }) => (await app.get(groupPath(name))).text()),
  );
  return { app, pages };
}

/** The samples of a page in one language, as a reader copies them. */
const samplesIn = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`data-language="${language}".*?<code>(.*?)</code>`, 'gs'))].map(
    ([, html = '']) => decodeHTML(html.replaceAll(/<[^>]+>/g, '')),
  );

describe('the reference', () => {
  it('has a page for each group, with every call, of at most 300 KB', async () => {
    const { app, pages } = await pagesOfGroups();
    for (const [n, { name, calls }] of CALL_GROUPS.entries()) {
      const page = pages[n] ?? '';
      expect([name, Buffer.byteLength(page) < PAGE_BYTES]).toEqual([name, true]);
      for (const { id } of calls) expect(page).toContain(`<section id="${id}"`);
    }
    const start = await (await app.get('/docs')).text();
    expect(Buffer.byteLength(start)).toBeLessThan(PAGE_BYTES);
    for (const { id } of CALLS) expect(start).toContain(`data-call="${id}"`);
  });

  it('has samples that are programs, in three languages', async () => {
    const { pages } = await pagesOfGroups();
    const all = (language: string) => pages.flatMap((page) => samplesIn(page, language));
    const [curl, javascript, python] = ['curl', 'javascript', 'python'].map(all) as [
      string[],
      string[],
      string[],
    ];
    expect([curl, javascript, python].map(({ length }) => length)).toEqual(
      Array(3).fill(CALLS.length),
    );
    for (const text of javascript) {
      await expect(transform(text, { format: 'esm' })).resolves.toBeDefined();
    }
    for (const text of curl) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
      expect([text, status, stderr]).toEqual([text, 0, '']);
    }
    const check = 'import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text)';
    const parsed = spawnSync('python3', ['-c', check], { input: JSON.stringify(python) });
    // Machines without Python check the other languages.
    expect(parsed.error ? '' : String(parsed.stderr)).toBe('');
  });

  it('has samples whose answers are those that it shows, with a test key', async () => {
    const { app, pages } = await pagesOfGroups();
    const admin = await signedInUser(app, { role: 'admin' });
    await confirmAddress(database.knex, admin);
    const scopes = ['read', 'write', 'admin'];
    const { key } = await madeApiKey(app, admin, { scopes, is_test: true });
    const surprises: unknown[] = [];
    let sent = 0;
    for (const [, id = '', request = ''] of pages.flatMap((page) => [
      ...page.matchAll(/<section id="(\w+)" class="call" data-request="([^"]*)"/g),
    ])) {
      const call = CALLS.find((one: Call) => one.id === id);
      if (call?.acts_for_test_keys) continue;
      const { method, url, headers, body } = JSON.parse(decodeHTML(request));
      const answer = await fetch(app.url + url, {
        method,
        headers: { ...headers, authorization: `Bearer ${key}` },
        body,
      });
      const { status = 200, content_type = 'application/json' } = call ?? {};
      const operation = paths?.[call?.path ?? '']?.[call?.method ?? 'get'];
      const example = operation?.responses?.[status]?.content?.[content_type]?.example;
      const text = await answer.text();
      const expected = typeof example === 'string' ? example : JSON.stringify(example);
      const isRight = answer.status === status && text === (status === 204 ? '' : expected);
      if (!isRight) surprises.push([id, answer.status, text.slice(0, 200)]);
      sent += 1;
    }
    expect(surprises).toEqual([]);
    expect(sent).toBeGreaterThan(90);
  });

  it('finds calls and errors by words, and says what to do when there are none', async () => {
    const app = await startApp(database);
    const search = async (q: string) =>
      (await app.get(`/docs/search?q=${encodeURIComponent(q)}`)).text();
    expect(await search('slug CHANGE')).toContain('data-call="changeSlug"');
    expect(await search('slug_taken')).toContain('href="/docs/errors#slug_taken"');
    expect(await search('<script>')).toContain('“&lt;script&gt;”');
    expect(await search('xylophone')).toContain('Try fewer of them');
    expect(await search('')).toContain('Type a part of a path');
  });
});

describe('the documents by reader', () => {
  it('have together every call, and no schema that none of theirs names', async () => {
    const app = await startApp(database);
    const found = await Promise.all(
      Object.keys(AUDIENCES).map(async (name) =>
        json<ReturnType<typeof describeApi>>(await app.get(`/openapi/${name}.json`)),
      ),
    );
    const ids = found.map((document) =>
      [...JSON.stringify(document.paths).matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id),
    );
    const [forAll = [], forMembers = [], forAdmins = []] = ids;
    expect(new Set(ids.flat())).toEqual(new Set(CALLS.map(({ id }) => id)));
    expect(forMembers).toEqual(expect.arrayContaining(forAll));
    expect(forAdmins.filter((id) => forMembers.includes(id))).toEqual([]);
    expect(forAll).toContain('getNowPlaying');
    expect(forAll).not.toContain('getMyStation');
    for (const document of found) {
      const text = JSON.stringify(document);
      for (const name of Object.keys(document.components?.schemas ?? {})) {
        expect([name, text.includes(`"#/components/schemas/${name}"`)]).toEqual([name, true]);
      }
    }
  });
});
