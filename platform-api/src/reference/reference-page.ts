import { BRAND, BRAND_COLOURS, LOGO } from '../../contract/site/brand.ts';

const variables = (colours: Record<string, string>): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');

/** Colours of HTTP methods that change something, and of code. The brand has no names for them. */
const LIGHT = { ...BRAND_COLOURS.light, sunken: '#F4EEE4', write: '#B4480B', remove: '#B42318' };
const DARK = { ...BRAND_COLOURS.dark, sunken: '#171030', write: '#FF8A3D', remove: '#FF8F85' };

/** The look of the pages under `/docs`: header, fonts and colours of the portal. */
export const THEME = `
:root { ${variables(LIGHT)} color-scheme: light dark;
  --heading: 'Bricolage Grotesque', 'Bricolage Grotesque Stand-in', ui-sans-serif, sans-serif;
  --text: 'Instrument Sans', 'Instrument Sans Stand-in', ui-sans-serif, system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { :root { ${variables(DARK)} } }
body { margin: 0; background: var(--background); color: var(--ink); font: 1rem/1.6 var(--text); }
.site { position: sticky; top: 0; z-index: 2; background: var(--background); border-bottom: 1px solid var(--line); }
.site div, .page { box-sizing: border-box; max-width: 70rem; margin: 0 auto; padding: 0 clamp(1.25rem, 4vw, 3rem); }
.site div { display: flex; align-items: center; justify-content: space-between; flex-wrap: wrap; gap: 0 1.5rem; min-height: 4.25rem; }
.site a { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--ink); font-weight: 500; text-decoration: none; }
.site a:hover { color: var(--primary); text-decoration: underline; text-underline-offset: 0.3em; }
.site .logo { gap: 0.45em; font: 700 1.25rem/1 var(--heading); letter-spacing: -0.03em; }
.site svg { width: 1.3em; height: 1.4em; }
.site nav { display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
:focus-visible { outline: 3px solid var(--write); outline-offset: 2px; }
.page { overflow-wrap: break-word; padding-block: 2rem 4rem; }
.page h1 { font: 700 2.25rem/1.1 var(--heading); letter-spacing: -0.025em; }
.page section { border-top: 1px solid var(--line); padding: 0.75rem 0; scroll-margin-top: 5rem; }
.page section:target { background: var(--sunken); box-shadow: 0 0 0 0.75rem var(--sunken); }
.page :is(p, li) { max-width: 46rem; }
.page li { margin-block: 0.375rem; }
.page a { color: var(--primary); }
.page > h2 { border-top: 1px solid var(--line); font: 700 1.5rem/1.2 var(--heading); letter-spacing: -0.02em; margin: 2.5rem 0 0; padding-top: 1.5rem; scroll-margin-top: 5rem; }
.page > h3 { font: 600 1.125rem/1.3 var(--heading); margin: 2rem 0 0; scroll-margin-top: 5rem; }
.page code { background: var(--sunken); border-radius: 0.25rem; font-size: 0.875em; padding: 0.1em 0.3em; overflow-wrap: anywhere; }
.page td code { overflow-wrap: break-word; }
.page td:first-child code { white-space: nowrap; }
.page pre { background: var(--sunken); border-radius: 0.625rem; font-size: 0.9375rem; line-height: 1.5; overflow-x: auto; padding: 1rem 1.25rem; }
.page pre code { background: none; overflow-wrap: normal; padding: 0; }
.page .table { margin: 1rem 0; overflow-x: auto; }
.page table { border-collapse: collapse; }
.page :is(th, td) { border-bottom: 1px solid var(--line); padding: 0.5rem 1.5rem 0.5rem 0; text-align: left; vertical-align: top; }
@media (max-width: 40rem) {
  .page table:has(th:nth-child(3)) :is(tr, td) { display: block; }
  .page table:has(th:nth-child(3)) thead { display: none; }
  .page table:has(th:nth-child(3)) tr { border-bottom: 1px solid var(--line); padding: 0.5rem 0; }
  .page table:has(th:nth-child(3)) td { border: 0; padding: 0.125rem 0; }
}
.reference { box-sizing: border-box; max-width: 88rem; margin: 0 auto; padding: 0 clamp(1.25rem, 3vw, 3rem) 4rem; }
.reference main { min-width: 0; }
.reference h1 { font: 700 2.25rem/1.1 var(--heading); letter-spacing: -0.025em; }
.reference h2 { font: 700 1.375rem/1.2 var(--heading); letter-spacing: -0.02em; margin: 0 0 0.5rem; }
.reference h2 a { color: inherit; text-decoration: none; }
.reference h2 a:hover { text-decoration: underline; }
.reference h3 { font: 600 1rem/1.3 var(--heading); margin: 1.5rem 0 0.5rem; }
.reference a { color: var(--primary); }
.reference code { background: var(--sunken); border-radius: 0.25rem; font-size: 0.875em; padding: 0.1em 0.3em; overflow-wrap: anywhere; }
.reference .rules { max-width: 46rem; padding-bottom: 1rem; }
.reference .text > :first-child { margin-top: 0; }
.reference .text > :last-child { margin-bottom: 0; }
.reference .all { border-top: 1px solid var(--line); padding-top: 1.5rem; scroll-margin-top: 5rem; }
.reference .group { border-top: 1px solid var(--line); padding: 1.5rem 0; }
.reference ul { list-style: none; margin: 0; padding: 0; }
.reference .text ul, .reference .text ol { list-style: disc; padding-left: 1.25rem; }
.reference .calls { margin-top: 0.75rem; }
.reference .calls li { align-items: baseline; display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; padding-block: 0.25rem; }
.reference .calls a, .reference aside nav a { align-items: center; display: inline-flex; min-height: 1.75rem; }
@media (pointer: coarse) { .reference .calls a, .reference aside nav a { min-height: 2.75rem; } }
.reference .method { border: 1px solid currentColor; border-radius: 0.375rem; color: var(--primary); font-size: 0.75rem; font-weight: 600; padding: 0.05rem 0.375rem; }
.reference .method:is(.post, .put, .patch) { color: var(--write); }
.reference .method.delete { color: var(--remove); }
.reference .address { margin: 0 0 0.75rem; }
.reference aside { font-size: 0.9375rem; padding-block: 1.5rem 0; }
.reference aside label { display: block; font-weight: 600; }
.reference aside input { background: var(--surface); border: 1px solid var(--muted); border-radius: 0.625rem; box-sizing: border-box; color: var(--ink); font: inherit; margin-top: 0.25rem; min-height: 2.75rem; padding: 0 0.75rem; width: 100%; }
.reference aside input::placeholder { color: var(--muted); opacity: 1; }
.reference aside .key { margin-bottom: 1rem; }
.reference aside .key p { color: var(--muted); font-size: 0.875rem; margin: 0.25rem 0 0; }
.reference aside details { margin-top: 1rem; }
.reference aside nav a { color: var(--ink); text-decoration: none; }
.reference aside nav a:is(:hover, [aria-current]) { color: var(--primary); text-decoration: underline; text-underline-offset: 0.25em; }
.reference aside nav [aria-current] { font-weight: 600; }
.reference aside nav ul ul { border-left: 1px solid var(--line); margin: 0.25rem 0 0.5rem; padding-left: 0.75rem; }
.reference .call { border-top: 1px solid var(--line); padding-block: 2rem; scroll-margin-top: 4.5rem; }
.reference .fields > li { border-top: 1px solid var(--line); overflow-wrap: break-word; padding: 0.625rem 0; }
.reference .fields p { margin: 0; }
.reference .fields .type { color: var(--muted); font-size: 0.875rem; overflow-wrap: anywhere; }
.reference .fields strong { color: var(--remove); font-size: 0.8125rem; font-weight: 600; }
.reference .fields .fields { border-left: 2px solid var(--line); padding-left: 0.875rem; }
.reference summary { align-items: center; cursor: pointer; display: list-item; font-weight: 500; padding-block: 0.625rem; }
.reference .errors { columns: 14rem; }
.reference .languages { border: 0; display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 1rem 0 0; padding: 0; }
.reference .languages legend { font-weight: 600; padding: 0; }
.reference .languages label { align-items: center; display: inline-flex; gap: 0.5rem; min-height: 2.75rem; }
.reference .languages input { appearance: none; background: var(--surface); border: 1px solid var(--muted); border-radius: 50%; height: 1.125rem; margin: 0; width: 1.125rem; }
.reference .languages input:checked { border: 0.375rem solid var(--primary); }
.reference figure { background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; margin: 0 0 1rem; overflow: hidden; }
.reference figcaption { align-items: center; background: var(--sunken); border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; font-size: 0.875rem; font-weight: 600; gap: 0 0.75rem; min-height: 2.75rem; padding: 0 1rem; }
.reference figcaption button { background: transparent; border: 0; border-radius: 0.375rem; color: var(--primary); cursor: pointer; font: inherit; min-height: 2.75rem; padding: 0 0.25rem; }
.reference figcaption button:first-of-type { margin-left: auto; }
.reference figcaption button:hover { text-decoration: underline; }
.reference pre { font-size: 0.8125rem; line-height: 1.55; margin: 0; max-height: 26rem; overflow: auto; padding: 0.875rem 1rem; }
.reference pre code { background: none; font-size: 1em; overflow-wrap: normal; padding: 0; }
.reference [data-key] { color: var(--primary); }
body:has(input[value='curl']:checked) figure[data-language]:not([data-language='curl']),
body:has(input[value='javascript']:checked) figure[data-language]:not([data-language='javascript']),
body:has(input[value='python']:checked) figure[data-language]:not([data-language='python']) { display: none; }
body:has(.reference) .site div { max-width: 88rem; padding-inline: clamp(1.25rem, 3vw, 3rem); }
.reference .first { border-top: 0; padding-top: 1.5rem; }
.reference .first h1 { margin-top: 0; }
@media (max-width: 47.99rem) {
  .site { position: static; }
}
@media (min-width: 64rem) {
  .reference { display: grid; gap: 0 2.5rem; grid-template-columns: 15rem minmax(0, 1fr); }
  .reference aside { box-sizing: border-box; height: calc(100vh - 4.25rem); overflow-y: auto; padding-bottom: 2rem; position: sticky; top: 4.25rem; }
  @supports selector(::details-content) {
    .reference aside summary { display: none; }
    .reference aside details::details-content { content-visibility: visible; }
  }
}
@media (max-width: 63.99rem) { .reference aside nav > ul:not(:has(ul)) { columns: 8.5rem; } }
@media (min-width: 75rem) {
  .reference .call { display: grid; gap: 0 2.5rem; grid-template-columns: minmax(0, 1fr) minmax(0, 28rem); }
  .reference .samples { align-self: start; position: sticky; top: 5.5rem; }
}
`;

/** The documents for some readers, by their names in the address, and how the reference speaks of them. */
export const AUDIENCES = {
  public: 'those that need no account',
  member: 'those of a member’s program',
  admin: 'those of the admin area',
} as const;

export type Audience = keyof typeof AUDIENCES;

/** A group’s name in the address of its page. */
export const groupSlug = (group: string): string => group.toLowerCase().replaceAll(' ', '-');

/** The address of a group’s page. */
export const groupPath = (group: string): string => `/docs/api/${groupSlug(group)}`;

/** A search of the reference is not longer. */
export const MAX_SEARCH = 100;

/** A page under `/docs`, with the site's header. */
export const documentOf = (title: string, body: string): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="/docs/theme.css">
</head>
<body>
<header class="site"><div>
<a class="logo" href="/"><svg viewBox="${LOGO.view_box}" aria-hidden="true"><path d="${LOGO.house}" fill="var(--house)"/><circle cx="${LOGO.lamp.cx}" cy="${LOGO.lamp.cy}" r="${LOGO.lamp.r}" fill="var(--on_air)"/></svg>${BRAND.name}</a>
<nav aria-label="API"><a href="/docs/guide">Guide</a><a href="/docs">Reference</a><a href="/docs/client">Client</a><a href="/docs/embedding">Player</a><a href="/docs/errors">Errors</a><a href="/docs/webhooks">Webhooks</a><a href="/docs/versions">Versions</a><a href="/status">Status</a></nav>
</div></header>
${body}
</body>
</html>
`;
