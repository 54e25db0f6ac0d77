import { z } from 'zod';

/** An address that is scheme, host and port alone; read without a slash at its end. */
export const webOrigin = z
  .url({
    protocol: /^https?$/,
    error: 'must be an address such as https://radio.example.com',
    abort: true,
  })
  .refine((text) => {
    const url = new URL(text);
    return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  }, 'must be an origin only: scheme, host and port')
  .transform((text) => new URL(text).origin);
