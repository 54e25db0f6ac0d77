import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { startApp } from '../../test/server.ts';
import { DOCUMENTS } from './document-page.ts';

const database = testDatabase();
const publicUrl = 'https://stations.example';

describe.each(Object.entries(DOCUMENTS))('%s', (path, file) => {
  it('has the document with the address of this server, and leads to pages and headings that exist', async () => {
    const app = await startApp(database, { publicUrl });
    const page = await app.get(path);
    expect(page.headers.get('content-type')).toContain('text/html');
    const html = await page.text();
    const document = await readFile(new URL(`../../../docs/${file}`, import.meta.url), 'utf8');
    const [, title = ''] = /^# (.+)/.exec(document) ?? [];
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).not.toContain('radio.example.com');
    const links = [...html.matchAll(/href="((?:\/docs|#|https:\/\/stations)[^"]*)"/g)];
    const isThere = async (to: string) =>
      to.startsWith('#')
        ? html.includes(`id="${to.slice(1)}"`)
        : (await app.get(to.replace(publicUrl, ''))).status === 200;
    for (const to of new Set(links.map(([, link = '']) => link)))
      expect([to, await isThere(to)]).toEqual([to, true]);
  });
});
