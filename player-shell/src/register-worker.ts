import type { StationPage } from './station-page.ts';

/** As much of Trusted Types as is used here; TypeScript's own libraries do not know them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

/** Where the worker of every station is; its scope says which station's it is. */
const WORKER = '/station-worker.js';

/**
 * Has the station's offline screen kept, for a page in a window of its own: in somebody else's page it
 * would be kept for nobody. Where there is no station, the worker that was there is just leaving
 * (station-worker.ts). Browsers have workers on secure pages alone.
 */
export function registerWorker({ station, app_path }: StationPage): void {
  if (!station || app_path === undefined || window !== window.top) return;
  // In a sandboxed frame of Chromium even to read it is a fault.
  const { serviceWorker }: Partial<Pick<Navigator, 'serviceWorker'>> = navigator;
  if (!serviceWorker) return;
  // Chromium and others since 2020; the page's policy asks for them.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const rules = { createScriptURL: (address: string) => address };
  const policy = trustedTypes?.createPolicy('station-worker', rules) ?? rules;
  const address = policy.createScriptURL(WORKER);
  const options = { scope: app_path || '/', updateViaCache: 'none' } as const;
  // Refused in private windows of some browsers: the page does without.
  serviceWorker.register(address, options).catch(() => undefined);
}
