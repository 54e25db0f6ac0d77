/** Loads a part of the portal; `again` loads it from an address with this number. */
export type LoadPart = <Part>(
  path: string,
  load: () => Promise<Part>,
  again: (n: number) => Promise<Part>,
) => Promise<Part>;

declare global {
  /** The build writes each dynamic import as a call of it (load-again-plugin.mjs). */
  var loadPart: LoadPart | undefined;
}

/** Parts that were loaded at a second address, by their path. */
const loaded = new Map<string, Promise<unknown>>();
let tries = 0;

/**
 * Browsers remember that a module could not be loaded and refuse it from then on without asking (the module map of HTML), so a
 * network that was lost for a moment would leave a button dead. At another address they ask.
 */
globalThis.loadPart = async function loadPart<Part>(
  path: string,
  load: () => Promise<Part>,
  again: (n: number) => Promise<Part>,
): Promise<Part> {
  const found = loaded.get(path) as Promise<Part> | undefined;
  if (found) return found;
  try {
    return await load();
  } catch {
    tries += 1;
    const loading = again(tries);
    const part = await loading;
    loaded.set(path, loading);
    return part;
  }
};
