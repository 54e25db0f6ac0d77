import type { StationPage } from './page-types.ts';

/** The used part of Trusted Types, which TypeScript's DOM library lacks. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

/** The worker of every station. Its scope tells which station it serves. */
const WORKER = '/station-worker.js';

/**
 * Registers the worker that keeps the station's offline screen. Only in a window of its own: an embed could
 * not use it. Without a station, an installed worker is removing itself (station-worker.ts). Browsers
 * support workers only on secure pages.
 */
export function registerWorker({ station, app_path }: StationPage): void {
  if (!station || app_path === undefined || window !== window.top) return;
  // In a sandboxed frame Chromium throws when this is read.
  const { serviceWorker }: Partial<Pick<Navigator, 'serviceWorker'>> = navigator;
  if (!serviceWorker) return;
  // Chromium and others since 2020; the page's policy requires Trusted Types.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const rules = { createScriptURL: (address: string) => address };
  const policy = trustedTypes?.createPolicy('station-worker', rules) ?? rules;
  const address = policy.createScriptURL(WORKER);
  const options = { scope: app_path || '/', updateViaCache: 'none' } as const;
  // Some browsers reject it in private windows. The page works without it.
  serviceWorker.register(address, options).catch(() => undefined);
}
