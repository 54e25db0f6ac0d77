import { readFile } from 'node:fs/promises';
import { Marked } from 'marked';
import { documentOf } from './reference-page.ts';

/** The documents of this repository that are pages too, by their paths. */
export const DOCUMENTS = {
  '/docs/guide': 'guide.md',
  '/docs/embedding': 'embedding.md',
  '/docs/client': 'client.md',
  '/docs/changelog': 'changelog.md',
  '/docs/proof-of-play': 'proof-of-play.md',
} as const;

const FOLDER = new URL('../docs/', import.meta.resolve('@stationhouse/platform-api/package.json'));

/** The server in the examples of the documents. A page names its own instead. */
const EXAMPLE_SERVER = 'https://radio.example.com';

/** Escapes HTML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The anchor of a heading, as GitHub makes it, so that a link works in both places. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s/g, '-');

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    // Can be scrolled with the keyboard.
    code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
    // Comments mark the parts that are generated.
    html: () => '',
    link({ href, tokens }) {
      const to = href.replace(/^([\w-]+)\.md(?=#|$)/, '/docs/$1');
      return `<a href="${escaped(to)}">${this.parser.parseInline(tokens)}</a>`;
    },
  },
  hooks: {
    postprocess: (html) =>
      html
        .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
        .replaceAll('</table>', '</table></div>'),
  },
});

/** Markdown of ours as HTML. */
export const htmlOf = (text: string): string => markdown.parse(text, { async: false });

/** A document as a page, with the address of this server in its examples. */
export async function documentPage(
  file: (typeof DOCUMENTS)[keyof typeof DOCUMENTS],
  publicUrl: string,
): Promise<string> {
  const text = await readFile(new URL(file, FOLDER), 'utf8');
  const [, title = file] = /^# (.+)$/m.exec(text) ?? [];
  const body = await markdown.parse(text.replaceAll(EXAMPLE_SERVER, publicUrl));
  return documentOf(escaped(title), `<main class="page">\n${body}</main>`);
}
