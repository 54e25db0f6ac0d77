// `npm run examples`: serves this folder at an address of its own, as a customer's site would be.
// Start Stationhouse first (`npm start`); the pages take their player from http://localhost:8000.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';

const port = Number(process.env.EXAMPLES_PORT ?? 8080);
const pages = {
  '/script-tag': 'script-tag/index.html',
  '/web-component': 'web-component/index.html',
};

const index = `<!doctype html><title>Examples</title><ul>${Object.keys(pages)
  .map((path) => `<li><a href="${path}">${path}</a></li>`)
  .join('')}</ul>`;

createServer(async (req, res) => {
  const file = pages[new URL(req.url, 'http://localhost').pathname];
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.end(file ? await readFile(new URL(file, import.meta.url)) : index);
}).listen(port, '127.0.0.1', () => {
  console.log(`Examples: http://localhost:${port}/`);
});
