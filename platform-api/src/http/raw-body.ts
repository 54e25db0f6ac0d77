import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { AppError } from '../errors.ts';

/**
 * Reads a request's body as the very bytes that were sent, whatever type they are said to have: a
 * signature is over them and nothing else. How long that may take is the server's to say.
 *
 * @param maxBytes a body may have so many; what is too large is refused before it has all come
 * @throws `body_too_large`; `unsupported_media_type` for one that is packed; ECONNRESET when the sender leaves
 */
export async function readRawBody({ req }: Context, maxBytes: number): Promise<Buffer> {
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw new AppError('unsupported_media_type');
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw new AppError('body_too_large');
  // Whoever has read before us has taken bytes away that nobody could miss here.
  if (req.readableDidRead) throw new Error('The body was read before its door got it.');
  return collect(req, maxBytes);
}

function collect(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    function take(chunk: Buffer): void {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      // Nothing more is kept. The stream stays open: closing it would close the line to the answer too.
      req.off('data', take);
      req.pause();
      reject(new AppError('body_too_large'));
    }
    req.on('data', take);
    req.once('end', () => resolve(Buffer.concat(chunks, size)));
    req.once('error', reject);
  });
}
