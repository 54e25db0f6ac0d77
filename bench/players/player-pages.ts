import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Peer } from './peers.ts';

/** Pages of a customer's site, one for each player. */
export interface PlayerPages {
  urlOf(peer: Pick<Peer, 'name'>): string;
  stop(): Promise<void>;
}

/** A customer's page: words before the player and words after it. */
function page(peer: Peer, product: string): string {
  const style = peer.files.find(({ name }) => name.endsWith('.css'));
  const place = "document.getElementById('place')";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Blue Door</title>
<meta name="description" content="Coffee and the radio.">
<link rel="icon" href="data:,">
${style ? `<link rel="stylesheet" href="/${style.name}">` : ''}
</head>
<body>
<main>
<h1>Blue Door</h1>
<p>This is what plays.</p>
<div id="place">${peer.markup?.(product) ?? ''}</div>
<p>Open from eight.</p>
</main>
${scriptOf(peer)}
<script type="module">
window.mount = ${peer.mount};
window.stream = ${JSON.stringify(`${product}/stream/demo`)};
window.unmount = ${peer.markup ? `() => ${place}.replaceChildren()` : `window.mount(${place}, window.stream)`};
</script>
</body>
</html>`;
}

/** The script tag of a player whose markup does not load it. */
function scriptOf({ files: [first], isModule, markup }: Peer): string {
  if (!first || markup) return '';
  return `<script ${isModule ? 'type="module" ' : ''}src="/${first.name}"></script>`;
}

/**
 * Serves the players' pages on a separate origin.
 * @param product origin of the running product
 */
export async function servePlayers(peers: readonly Peer[], product: string): Promise<PlayerPages> {
  const pathOf = (peer: Pick<Peer, 'name'>): `/${string}` => `/${encodeURIComponent(peer.name)}`;
  const pages = new Map<string, string>(peers.map((peer) => [pathOf(peer), page(peer, product)]));
  const files = new Map<string, Uint8Array>(
    peers.flatMap(({ files }) => files.map(({ name, content }) => [`/${name}`, content] as const)),
  );
  const server = createServer(({ url = '/' }, res) => {
    const path = url.split('?')[0] ?? '';
    const body = pages.get(path) ?? files.get(path);
    const type = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : '';
    res.writeHead(body ? 200 : 404, { 'Content-Type': type || 'text/html; charset=utf-8' });
    res.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (peer) => `http://localhost:${port}${pathOf(peer)}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
