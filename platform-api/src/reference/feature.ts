import { readFile } from 'node:fs/promises';
import Router from '@koa/router';
import { BRAND } from '../../contract/site/brand.ts';
import { ERRORS, type ErrorCode, type ErrorName, wireCode } from '../../contract/errors.ts';
import type { Feature } from '../feature.ts';
import type { DocumentedAnswer } from '../http/mount-call.ts';
import { allowReferencePage } from '../http/security-headers.ts';
import { forEveryone, WHILE_FAILING } from '../http/caching.ts';
import type { Readiness } from '../http/readiness.ts';
import { DOCUMENTS, documentPage } from './document-page.ts';
import { llmsTxt, securityTxt } from './discovery.ts';
import { listeningHoursPage } from './listening-hours-page.ts';
import type { describeApi } from './open-api.ts';
import { documentOf, THEME } from './reference-page.ts';
import { statusPage } from './status-page.ts';
import { versionsPage } from './versions-page.ts';
import { webhooksPage } from './webhooks-page.ts';

/** Swagger UI, which loads nothing from other hosts. */
const PAGE = documentOf(
  `${BRAND.name} API reference`,
  `<main id="reference"><p>Loading the reference…</p><noscript>The reference needs JavaScript. <a href="/openapi.json">openapi.json</a> has the same content.</noscript></main>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>`,
  '/docs/reference.css',
);

/** Swagger UI's settings. Without `validatorUrl: null` it would send the document to a public service. */
const START = `SwaggerUIBundle({
  dom_id: '#reference',
  url: '/openapi.json',
  deepLinking: true,
  filter: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  defaultModelsExpandDepth: -1,
  docExpansion: 'none',
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

const FIVE_MINUTES = forEveryone({ everywhere: 300, stale: WHILE_FAILING.day });

/** How often an open status page asks again, in seconds. */
const STATUS_SECONDS = 60;

/** The answers in the reference. Generated at the first request of a test key: the library is large. */
export function createDocumentedAnswers(publicUrl: string): DocumentedAnswer {
  let described: Promise<ReturnType<typeof describeApi>> | undefined;
  return async ({ path, method, status = 200, content_type = 'application/json' }) => {
    described ??= import('./open-api.ts').then((module) => module.describeApi(publicUrl));
    const operation = (await described).paths?.[path]?.[method];
    return operation?.responses?.[status]?.content?.[content_type]?.example;
  };
}

interface Deps {
  publicUrl: string;
  /** The portal's `@font-face` rules. */
  fontFaces: () => Promise<string>;
  readiness: Readiness;
  now: () => number;
}

export const referenceFeature = (services: Deps): Feature => ({
  routers: () => [referenceRoutes(services)],
});

/** `/openapi.json`, the pages for developers, and the page of what works. */
function referenceRoutes(deps: Deps): Router {
  const { publicUrl, fontFaces, readiness, now } = deps;
  const router = new Router();
  // Generated at the first request, because the library is large and would delay every start.
  let description: Promise<string> | null = null;
  async function describe(): Promise<string> {
    const { describeApi } = await import('./open-api.ts');
    return JSON.stringify(describeApi(publicUrl));
  }

  router.get('/openapi.json', async (ctx) => {
    ctx.set('Cache-Control', FIVE_MINUTES);
    ctx.type = 'application/json';
    description ??= describe();
    ctx.body = await description;
  });

  router.get('/docs', (ctx) => {
    allowReferencePage(ctx);
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'text/html';
    ctx.body = PAGE;
  });

  const pages: [path: string, makePage: () => string | Promise<string>][] = [
    ['/docs/errors', errorPage],
    ['/docs/listening-hours', listeningHoursPage],
    ['/docs/versions', versionsPage],
    ['/docs/webhooks', webhooksPage],
    ...Object.entries(DOCUMENTS).map(([path, file]): (typeof pages)[number] => [
      path,
      () => documentPage(file, publicUrl),
    ]),
  ];
  for (const [path, makePage] of pages) {
    let page: string | null = null;
    router.get(path, async (ctx) => {
      allowReferencePage(ctx);
      ctx.set('Cache-Control', FIVE_MINUTES);
      ctx.type = 'text/html';
      ctx.body = page ??= await makePage();
    });
  }

  router.get('/status', async (ctx) => {
    allowReferencePage(ctx);
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Refresh', String(STATUS_SECONDS));
    ctx.type = 'text/html';
    ctx.body = statusPage(await readiness.status());
  });

  for (const [path, makeText] of [
    ['/llms.txt', () => llmsTxt(publicUrl)],
    ['/.well-known/security.txt', () => securityTxt(publicUrl, now())],
  ] as const) {
    router.get(path, (ctx) => {
      ctx.set('Cache-Control', FIVE_MINUTES);
      ctx.type = 'text/plain';
      ctx.body = makeText();
    });
  }

  router.get('/docs/start.js', (ctx) => {
    ctx.set('Cache-Control', FIVE_MINUTES);
    ctx.type = 'text/javascript';
    ctx.body = START;
  });

  router.get('/docs/theme.css', async (ctx) => {
    ctx.set('Cache-Control', FIVE_MINUTES);
    ctx.type = 'text/css';
    ctx.body = (await fontFaces()) + THEME;
  });

  for (const [path, type, file] of [
    ['/docs/reference.js', 'text/javascript', 'swagger-ui-dist/swagger-ui-bundle.js'],
    ['/docs/reference.css', 'text/css', 'swagger-ui-dist/swagger-ui.css'],
  ] as const) {
    const library = new URL(import.meta.resolve(file));
    router.get(path, async (ctx) => {
      ctx.set('Cache-Control', 'public, max-age=86400');
      ctx.type = type;
      ctx.body = await readFile(library);
    });
  }

  return router;
}

/** Escapes HTML. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** All errors by code. `type` of each problem links here, so the page works without scripts. */
function errorPage(): string {
  // The object's own keys.
  const names = Object.keys(ERRORS) as ErrorName[];
  const codes = [...new Set(names.map(wireCode))];
  const sections = codes.map((code) =>
    section(
      code,
      names.filter((name) => wireCode(name) === code),
    ),
  );
  return documentOf(
    `Errors of the ${BRAND.name} API`,
    `<main class="page">
<h1>Errors of the ${BRAND.name} API</h1>
<p>Decide by <code>code</code>, which is stable. Show <code>detail</code>. The
<a href="/docs">reference</a> names the errors of each call.</p>
${sections.join('\n')}
</main>`,
  );
}

function section(code: ErrorCode, names: ErrorName[]): string {
  const meanings = names.map((name) => {
    const { status, title, detail } = ERRORS[name];
    return `<p><strong>${status} ${escaped(title)}</strong></p>\n<p>${escaped(detail)}</p>`;
  });
  return `<section id="${code}">\n<h2><code>${code}</code></h2>\n${meanings.join('\n')}\n</section>`;
}
