import { requestJson } from '../client/http.ts';

/** Pages begin with this byte, <. Sound begins with a higher one: ff, ID3, OggS, fLaC, RIFF. */
const PAGE = 60;

/**
 * Asks for a stream that a browser could not play. Browsers blame the format of any answer that is not sound, also of a
 * 404 or a page.
 * @returns false if its server refuses, sends a page or nothing, or does not let pages read the answer (CORS)
 */
export const sendsSound = (url: string): Promise<boolean> =>
  requestJson<boolean>(url, {
    read: async ({ body }) => ((await body?.getReader().read())?.value?.[0] ?? 0) > PAGE,
  }).catch(() => false);
