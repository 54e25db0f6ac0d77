// `npm run examples`: serves this folder at its own address, like a customer's site.
// Start Stationhouse first (`npm start`); the pages take their player from http://localhost:8000.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const port = Number(process.env.EXAMPLES_PORT ?? 8080);

const examples = {
  'script-tag': 'One line of HTML. The player appears in its place.',
  'call-queue': 'The page’s own button, which works before the player is fetched.',
  'web-component': 'The element with its own colours, and its events.',
  iframe: 'A frame, for site builders that allow no scripts.',
  'react-app': 'The player as a React component, in the site’s own bundle.',
  'own-player': 'The site’s own controls, by a hook of React.',
  signage: 'A menu on a wall, with the station as its sound.',
  'several-stations':
    'Three players on one page: two play one at a time, the third plays beside them.',
  'strict-csp': 'A page with a strict content security policy.',
  theming: 'Six looks of one player.',
};

const types = { html: 'text/html', css: 'text/css', js: 'text/javascript' };

const file = (path) => new URL(path, import.meta.url);

const overview = () => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Stationhouse: examples</title>
    <style>
      body { max-width: 40rem; margin: 3rem auto; padding: 0 1.25rem; font: 1rem/1.5 system-ui, sans-serif; color: #17122b; background: #fbf8f3; }
      li { margin: 0.9rem 0; }
      ul { padding: 0; list-style: none; }
      a { display: block; font-weight: 600; color: #1a0a53; }
    </style>
  </head>
  <body>
    <h1>Examples</h1>
    <p>Each is a page as a customer would write it. Stationhouse must be running too: <code>npm start</code>.</p>
    <ul>
      ${Object.entries(examples)
        .map(([name, shows]) => `<li><a href="/${name}">${name}</a>${shows}</li>`)
        .join('\n      ')}
    </ul>
  </body>
</html>`;

/** The script of a React page, bundled from the package as a user of the package would. */
async function bundle(name) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(file(`${name}/main.jsx`))],
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  return outputFiles[0].contents;
}

/** The content and headers of a path; undefined when there is nothing. */
async function find(path) {
  if (path === '/')
    return { body: overview(), headers: { 'Content-Type': `${types.html}; charset=utf-8` } };
  const [, name, asset = 'index.html', more] = path.split('/');
  const ending = /^[\w-]+\.(\w+)$/.exec(asset)?.[1];
  if (!Object.hasOwn(examples, name) || !Object.hasOwn(types, ending ?? '') || more !== undefined)
    return;
  const headers = { 'Content-Type': `${types[ending]}; charset=utf-8` };
  if (name === 'strict-csp') {
    const policy = await readFile(file('strict-csp/policy.txt'), 'utf8');
    headers['Content-Security-Policy'] = policy.trim().replace(/\s+/g, ' ');
  }
  const body = asset === 'app.js' ? await bundle(name) : await readFile(file(`${name}/${asset}`));
  return { body, headers };
}

createServer(async (req, res) => {
  try {
    const { pathname } = new URL(req.url, 'http://localhost');
    const found = await find(pathname);
    if (found) res.writeHead(200, found.headers).end(found.body);
    // Browsers request this icon from every site.
    else res.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
  } catch (error) {
    console.error(error.message);
    res.writeHead(500).end('This example could not be made; the terminal says why.');
  }
}).listen(port, '127.0.0.1', () => {
  console.log(`Examples: http://localhost:${port}/`);
});
