import { requestJson } from '../client/http.ts';

/** Pages begin with this byte, <. Sound begins with a higher one: ff, ID3, OggS, fLaC, RIFF. */
const PAGE = 60;

/** A stream sends so many bytes at least: half a second at 128 kbit/s. One that breaks off before is not blamed on its format. */
const ENOUGH_BYTES = 8_192;

/**
 * Asks for a stream that a browser could not play. Browsers blame the format of any answer that is not sound, also of a
 * 404, a page, or sound that breaks off at once.
 * @returns false if its server refuses, sends a page or too little, or does not let pages read the answer (CORS)
 */
export const sendsSound = (url: string): Promise<boolean> =>
  requestJson<boolean>(url, {
    // The request’s time limit ends an answer that flows on.
    read: async ({ body }) => {
      const reader = body?.getReader();
      for (let bytes = 0; bytes < ENOUGH_BYTES;) {
        const value = (await reader?.read())?.value;
        if (!value || (!bytes && (value[0] ?? 0) <= PAGE)) return false;
        bytes += value.length;
      }
      return true;
    },
  }).catch(() => false);
