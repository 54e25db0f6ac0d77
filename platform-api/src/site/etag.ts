import { createHash } from 'node:crypto';

/** A short hash of a body, without quotes. As an ETag it must be weak: one body has several encodings. */
export const hashOf = (body: string | Buffer): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 16);

/** The ETag of a body; `koa-conditional-get` in app.ts answers 304 by it. */
export const etagOf = (body: string | Buffer): string => `W/"${hashOf(body)}"`;
