import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Peer } from './peers.ts';

/** Pages of somebody else's site, one for each player. */
export interface PlayerPages {
  urlOf(peer: Pick<Peer, 'name'>): string;
  stop(): Promise<void>;
}

/** A page as a site owner has it: words before the player and words after it. */
function page(peer: Peer, place: { script: string; stream: string }): string {
  const style = peer.files.find(({ name }) => name.endsWith('.css'));
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
<main><h1>Blue Door</h1><p>This is what plays.</p><div id="place"></div><p>Open from eight.</p></main>
${place.script}
<script type="module">
window.mount = ${peer.mount};
window.stream = ${JSON.stringify(place.stream)};
window.unmount = window.mount(document.getElementById('place'), window.stream);
</script>
</body>
</html>`;
}

/** How the page loads a player: ours from the product, any other from the page's own server. */
function scriptOf({ files: [first], isModule }: Peer, product: string): string {
  if (!first) return '';
  if (first.name === 'player.js') return `<script src="${product}/sdk/player.js"></script>`;
  return `<script ${isModule ? 'type="module" ' : ''}src="/${first.name}"></script>`;
}

/**
 * Serves the players' pages at an origin of their own.
 * @param product origin of the running program
 */
export async function servePlayers(peers: readonly Peer[], product: string): Promise<PlayerPages> {
  const stream = `${product}/stream/demo`;
  const pathOf = (peer: Pick<Peer, 'name'>): `/${string}` => `/${encodeURIComponent(peer.name)}`;
  const pages = new Map<string, string>(
    peers.map((peer) => [pathOf(peer), page(peer, { script: scriptOf(peer, product), stream })]),
  );
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
  // A server that listens on a port has one.
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
