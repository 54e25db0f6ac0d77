import { readFile } from 'node:fs/promises';
import Router from '@koa/router';
import { BRAND } from '../../contract/brand.ts';
import { errorPage } from './error-page.ts';
import { allowReferencePage } from '../http/security-headers.ts';

/** Hosted by ourselves: the reference loads nothing from other hosts. */
const PAGE = `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${BRAND.name} API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<main id="reference"><noscript>The reference needs JavaScript. <a href="/openapi.json">openapi.json</a> says the same.</noscript></main>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Swagger UI's settings (its docs, Configuration). Without `validatorUrl: null` it would ask a public service. */
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

/** `/openapi.json`, made on its first request, and a page to browse it. */
export function referenceRoutes(publicUrl: string): Router {
  const router = new Router();
  const errors = errorPage();
  // Made from 90 calls by a large library: done at the start, it would delay every start.
  let description: Promise<string> | null = null;
  async function describe(): Promise<string> {
    const { describeApi } = await import('./open-api.ts');
    return JSON.stringify(describeApi(publicUrl));
  }

  router.get('/openapi.json', async (ctx) => {
    ctx.set('Cache-Control', 'public, max-age=300');
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
