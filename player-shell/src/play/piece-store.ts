/** The pieces of the programme that a browser keeps, by name. */
export interface PieceStore {
  has(name: string): boolean;
  read(name: string): Promise<Uint8Array | null>;
  /** @throws DOMException if there is no room */
  keep(name: string, bytes: ArrayBuffer): Promise<void>;
  /** Removes all others. */
  keepOnly(names: ReadonlySet<string>): Promise<void>;
}

/** The folder of a kept piece in the cache. The server has no such address. */
const FOLDER = '/kept-reserve/';

/**
 * Opens the store of a station in the browser's cache, where pieces survive a reload.
 * @returns null if the browser has none, as on a page without TLS, or forbids it
 */
export async function openPieceStore(station: string): Promise<PieceStore | null> {
  // Missing on pages without TLS.
  const { caches }: Partial<Pick<typeof globalThis, 'caches'>> = globalThis;
  try {
    const cache = await caches?.open(`reserve ${station}`);
    return cache ? await pieceStore(cache) : null;
  } catch {
    return null;
  }
}

async function pieceStore(cache: Cache): Promise<PieceStore> {
  const requests = await cache.keys();
  const names = new Set(requests.map(({ url }) => new URL(url).pathname.slice(FOLDER.length)));
  return {
    has: (name) => names.has(name),
    async read(name) {
      const answer = await cache.match(FOLDER + name);
      // The browser may remove what a page has kept.
      if (!answer) names.delete(name);
      return answer ? new Uint8Array(await answer.arrayBuffer()) : null;
    },
    async keep(name, bytes) {
      await cache.put(FOLDER + name, new Response(bytes));
      names.add(name);
    },
    async keepOnly(wanted) {
      const old = [...names].filter((name) => !wanted.has(name));
      for (const name of old) names.delete(name);
      await Promise.all(old.map((name) => cache.delete(FOLDER + name)));
    },
  };
}
