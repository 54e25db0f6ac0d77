import type { IncomingMessage } from 'node:http';

/** A form of ours is far smaller. */
const MAX_FORM_BYTES = 16 * 1024;

/** What came of reading a form. `gone`: the browser left before its end. */
export type ReadForm = URLSearchParams | 'too_large' | 'not_a_form' | 'gone';

/** Reads what a form of ours sends, up to 16 kB. */
export function readForm(req: IncomingMessage): Promise<ReadForm> {
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return Promise.resolve('not_a_form');
  if (Number(req.headers['content-length']) > MAX_FORM_BYTES) return Promise.resolve('too_large');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_FORM_BYTES) resolve('too_large');
      else chunks.push(chunk);
    });
    req.on('end', () => resolve(new URLSearchParams(Buffer.concat(chunks).toString())));
    req.on('error', () => resolve('gone'));
    req.on('close', () => resolve('gone'));
  });
}
