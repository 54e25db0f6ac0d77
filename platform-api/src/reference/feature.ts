import { readFile } from 'node:fs/promises';
import Router from '@koa/router';
import { BRAND } from '../../contract/site/brand.ts';
import { ERRORS, type ErrorCode, type ErrorName, wireCode } from '../../contract/errors.ts';
import { CALL_GROUPS } from '../../contract/calls.ts';
import type { Feature } from '../feature.ts';
import type { DocumentedAnswer } from '../http/mount-call.ts';
import { allowReferencePage } from '../http/security-headers.ts';
import { forEveryone, WHILE_FAILING } from '../http/caching.ts';
import type { Readiness } from '../http/readiness.ts';
import type { CallPages } from './call-pages.tsx';
import { DOCUMENTS, documentPage, escaped } from './document-page.ts';
import { llmsTxt, securityTxt } from './discovery.ts';
import { listeningHoursPage } from './listening-hours-page.ts';
import type { describeApi } from './open-api.ts';
import {
  AUDIENCES,
  documentOf,
  groupPath,
  MAX_SEARCH,
  THEME,
  type Audience,
} from './reference-page.ts';
import { statusPage } from './status-page.ts';
import { teamPage } from './team-page.ts';
import { versionsPage } from './versions-page.ts';
import { webhooksPage } from './webhooks-page.ts';

/** The script of the pages of calls, as browsers get it. */
const SCRIPT = new URL(
  'browser/reference.js',
  import.meta.resolve('@stationhouse/platform-api/package.json'),
);

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
  /** Of the package that this server offers. */
  sdkVersion: string;
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
  const { publicUrl, sdkVersion, fontFaces, readiness, now } = deps;
  const router = new Router();
  const documents = new Map<Audience | undefined, Promise<ReturnType<typeof describeApi>>>();
  /** Generated at the first request, because the library is large and would delay every start. */
  function describe(audience?: Audience): Promise<ReturnType<typeof describeApi>> {
    const made =
      documents.get(audience) ??
      import('./open-api.ts').then((module) => module.describeApi(publicUrl, audience));
    documents.set(audience, made);
    return made;
  }
  let callPages: Promise<CallPages> | null = null;
  const pagesOfCalls = (): Promise<CallPages> =>
    (callPages ??= describe().then(async (document) => {
      const { CallPages } = await import('./call-pages.tsx');
      return new CallPages(document, publicUrl);
    }));

  for (const [path, audience] of [
    ['/openapi.json', undefined],
    ...(Object.keys(AUDIENCES) as Audience[]).map(
      (name) => [`/openapi/${name}.json`, name] as const,
    ),
  ] as const) {
    let text: Promise<string> | null = null;
    router.get(path, async (ctx) => {
      ctx.set('Cache-Control', FIVE_MINUTES);
      ctx.type = 'application/json';
      text ??= describe(audience).then((document) => JSON.stringify(document));
      ctx.body = await text;
    });
  }

  router.get('/docs/search', async (ctx) => {
    const { q } = ctx.query;
    const query = typeof q === 'string' ? q.slice(0, MAX_SEARCH) : '';
    allowReferencePage(ctx);
    ctx.set('Cache-Control', FIVE_MINUTES);
    ctx.type = 'text/html';
    ctx.body = (await pagesOfCalls()).search(query);
  });

  const pages: [path: string, makePage: () => string | Promise<string>][] = [
    ['/docs', async () => (await pagesOfCalls()).start()],
    ...CALL_GROUPS.map(({ name }): (typeof pages)[number] => [
      groupPath(name),
      async () => (await pagesOfCalls()).group(name),
    ]),
    ['/docs/errors', errorPage],
    ['/docs/listening-hours', listeningHoursPage],
    ['/docs/team', teamPage],
    ['/docs/versions', versionsPage],
    ['/docs/webhooks', () => webhooksPage(publicUrl, sdkVersion)],
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

  router.get('/docs/theme.css', async (ctx) => {
    ctx.set('Cache-Control', FIVE_MINUTES);
    ctx.type = 'text/css';
    ctx.body = (await fontFaces()) + THEME;
  });

  router.get('/docs/reference.js', async (ctx) => {
    ctx.set('Cache-Control', FIVE_MINUTES);
    ctx.type = 'text/javascript';
    ctx.body = await readFile(SCRIPT);
  });

  return router;
}

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
