import { BRAND, BRAND_COLOURS, LOGO } from '../../contract/site/brand.ts';

const variables = (colours: Record<string, string>): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');

/** Colours of HTTP methods that change something, and of code. The brand has no names for them. */
const LIGHT = { ...BRAND_COLOURS.light, sunken: '#F4EEE4', write: '#B4480B', remove: '#B42318' };
const DARK = { ...BRAND_COLOURS.dark, sunken: '#171030', write: '#FF8A3D', remove: '#FF8F85' };

/** The look of the pages under `/docs`: header, fonts and colours of the portal, also for Swagger UI. */
export const THEME = `
:root { ${variables(LIGHT)} color-scheme: light dark;
  --heading: 'Bricolage Grotesque', 'Bricolage Grotesque Stand-in', ui-sans-serif, sans-serif;
  --text: 'Instrument Sans', 'Instrument Sans Stand-in', ui-sans-serif, system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { :root { ${variables(DARK)} } }
body { margin: 0; background: var(--background); color: var(--ink); font: 1rem/1.6 var(--text); }
.site { position: sticky; top: 0; z-index: 2; background: var(--background); border-bottom: 1px solid var(--line); }
.site div, .page, #reference { box-sizing: border-box; max-width: 70rem; margin: 0 auto; padding: 0 clamp(1.25rem, 4vw, 3rem); }
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
.page pre { background: var(--sunken); border-radius: 0.625rem; font-size: 0.9375rem; line-height: 1.5; overflow-x: auto; padding: 1rem 1.25rem; }
.page pre code { background: none; overflow-wrap: normal; padding: 0; }
.page .table { margin: 1rem 0; overflow-x: auto; }
.page table { border-collapse: collapse; }
.page :is(th, td) { border-bottom: 1px solid var(--line); padding: 0.5rem 1.5rem 0.5rem 0; text-align: left; vertical-align: top; }
.swagger-ui, .swagger-ui :is(h1, h2, h3, h4, h5, p, li, td, th, label, table, button, input, select, .info .title, .opblock-tag, .opblock-summary-description, .parameter__name, .parameter__type, .response-col_status, .response-col_links, .tab li button, .tab li, .model, .model-title, .prop-type, .opblock-title, .btn) { color: var(--ink); font-family: var(--text); }
.swagger-ui .loading-container .loading::after { color: var(--ink); font-family: var(--text); }
.swagger-ui .loading-container .loading::before { border-color: var(--line); border-top-color: var(--muted); }
.swagger-ui :is(h1, h2, h3, .info .title, .opblock-tag) { font-family: var(--heading); letter-spacing: -0.02em; }
.swagger-ui .wrapper { padding: 0; max-width: none; }
.swagger-ui .info { margin: 2.5rem 0; max-width: 46rem; }
.swagger-ui :is(.parameter__type, .parameter__in, .prop-format, .response-col_description__inner p, .opblock-description-wrapper p, .opblock-tag small) { color: var(--muted); }
.swagger-ui :is(a, .info a, .link, .opblock-tag a, .opblock-summary-path a) { color: var(--primary); }
.swagger-ui :is(.markdown code, .renderedMarkdown code) { background: var(--sunken); color: var(--primary); }
.swagger-ui .opblock-tag { border-bottom: 1px solid var(--line); }
.swagger-ui .opblock-tag:hover, .swagger-ui .opblock-tag:focus-within { background: var(--sunken); }
.swagger-ui .opblock[class] { background: var(--surface); border: 1px solid var(--line); border-radius: 0.625rem; box-shadow: none; }
.swagger-ui .opblock[class] .opblock-summary { border-color: var(--line); }
.swagger-ui .opblock .opblock-summary-path, .swagger-ui .opblock .opblock-summary-path__deprecated { color: var(--ink); }
.swagger-ui .opblock[class] .opblock-summary-method { background: var(--primary); color: var(--on_primary); border-radius: 0.375rem; font-family: var(--text); text-shadow: none; }
.swagger-ui .opblock:is(.opblock-post, .opblock-put, .opblock-patch) .opblock-summary-method { background: var(--write); }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: var(--remove); }
.swagger-ui .opblock[class] .tab-header .tab-item.active h4 span::after { background: var(--on_air); }
.swagger-ui :is(.opblock-section-header, .scheme-container, .dialog-ux .modal-ux, .dialog-ux .modal-ux-header) { background: var(--sunken); border-color: var(--line); box-shadow: none; }
.swagger-ui :is(input, select, textarea)[class], .swagger-ui :is(input, select, textarea) { background: var(--surface); border: 1px solid var(--muted); color: var(--ink); box-shadow: none; }
.swagger-ui .opblock .opblock-section-header :is(h4, label, span) { color: var(--ink); font-family: var(--text); }
.swagger-ui .parameter__name.required span, .swagger-ui .parameter__name.required::after { color: var(--remove); }
.swagger-ui .filter .operation-filter-input { border: 1px solid var(--muted); border-radius: 0.625rem; }
.swagger-ui .opblock-tag small { letter-spacing: normal; }
.swagger-ui .btn { background: transparent; border-color: var(--muted); border-radius: 0.625rem; box-shadow: none; }
.swagger-ui .btn.execute, .swagger-ui .btn.modal-btn.auth { background: var(--primary); border-color: var(--primary); color: var(--on_primary); }
.swagger-ui .btn.authorize { border-color: var(--primary); color: var(--primary); }
.swagger-ui svg:not(.site svg) { fill: currentColor; }
.swagger-ui .info .title > span { display: none; }
`;

/**
 * A page under `/docs`, with the site's header.
 * @param styles style sheets that the theme changes
 */
export const documentOf = (
  title: string,
  body: string,
  ...styles: string[]
): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.ico">
${[...styles, '/docs/theme.css'].map((path) => `<link rel="stylesheet" href="${path}">`).join('\n')}
</head>
<body>
<header class="site"><div>
<a class="logo" href="/"><svg viewBox="${LOGO.view_box}" aria-hidden="true"><path d="${LOGO.house}" fill="var(--house)"/><circle cx="${LOGO.lamp.cx}" cy="${LOGO.lamp.cy}" r="${LOGO.lamp.r}" fill="var(--on_air)"/></svg>${BRAND.name}</a>
<nav aria-label="API"><a href="/docs/guide">Guide</a><a href="/docs">Reference</a><a href="/docs/client">Client</a><a href="/docs/errors">Errors</a><a href="/docs/webhooks">Webhooks</a><a href="/docs/versions">Versions</a><a href="/status">Status</a><a href="/">Back to the site</a></nav>
</div></header>
${body}
</body>
</html>
`;
