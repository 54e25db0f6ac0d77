import { BRAND } from '../../contract/brand.ts';
import { ERRORS, type ErrorCode, type ErrorName, wireCode } from '../../contract/errors.ts';

/** Escapes HTML. The sentences are plain text and must not become markup. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Enough to read well: the page stands alone, beside the reference that has a look of its own. */
const STYLE = `
  body { margin: 2rem auto; max-width: 42rem; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; }
  section { border-top: 1px solid #ddd; padding: 0.5rem 0; }
  section:target { background: #fff8d6; box-shadow: 0 0 0 0.5rem #fff8d6; }
`;

/**
 * Every error by its code, as a page that needs no script: a program's log names its address, and who
 * follows it should read the answer at once.
 */
export function errorPage(): string {
  // The object's own keys.
  const names = Object.keys(ERRORS) as ErrorName[];
  const codes = [...new Set(names.map(wireCode))];
  const sections = codes.map((code) =>
    section(
      code,
      names.filter((name) => wireCode(name) === code),
    ),
  );
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors of the ${BRAND.name} API</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Errors of the ${BRAND.name} API</h1>
<p>Decide by <code>code</code>, which is stable. Show <code>detail</code>. The
<a href="/docs">reference</a> names the errors of each call.</p>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

function section(code: ErrorCode, names: ErrorName[]): string {
  const meanings = names.map((name) => {
    const { status, title, detail } = ERRORS[name];
    return `<p><strong>${status} ${escaped(title)}</strong></p>\n<p>${escaped(detail)}</p>`;
  });
  return `<section id="${code}">\n<h2><code>${code}</code></h2>\n${meanings.join('\n')}\n</section>`;
}
