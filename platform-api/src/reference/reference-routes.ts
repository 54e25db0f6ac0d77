import { readFile } from 'node:fs/promises';
import Router from '@koa/router';
import { BRAND } from '../../contract/brand.ts';
import { errorPage } from './error-page.ts';
import { describeApi } from './open-api.ts';
import { allowReferencePage } from '../http/security-headers.ts';

/** Nothing of the reference asks any other host: no proxy, no fonts, no agent, no telemetry. */
const PAGE = `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${BRAND.name} API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<main id="reference"><noscript>The reference needs JavaScript. <a href="/openapi.json">openapi.json</a> says the same.</noscript></main>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
});
`;

/** The machine-readable contract and a page to browse it, hosted by ourselves. */
export function referenceRoutes(publicUrl: string): Router {
  const router = new Router();
  const description = JSON.stringify(describeApi(publicUrl));
  const errors = errorPage();
  // The package's own build for browsers lies beside its entry, and exports no name for it.
  const library = new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference'));

  router.get('/openapi.json', (ctx) => {
    ctx.set('Cache-Control', 'public, max-age=300');
    ctx.type = 'application/json';
    ctx.body = description;
  });

  router.get('/docs', (ctx) => {
    allowReferencePage(ctx);
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'text/html';
    ctx.body = PAGE;
  });

  router.get('/docs/errors', (ctx) => {
    allowReferencePage(ctx);
    ctx.set('Cache-Control', 'public, max-age=300');
    ctx.type = 'text/html';
    ctx.body = errors;
  });

  router.get('/docs/start.js', (ctx) => {
    ctx.set('Cache-Control', 'public, max-age=300');
    ctx.type = 'text/javascript';
    ctx.body = START;
  });

  router.get('/docs/reference.js', async (ctx) => {
    ctx.set('Cache-Control', 'public, max-age=86400');
    ctx.type = 'text/javascript';
    ctx.body = await readFile(library);
  });

  return router;
}
