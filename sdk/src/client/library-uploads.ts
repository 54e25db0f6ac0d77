import { pathOf } from './ask.ts';
import type { CallsContext } from './context.ts';
import type { LibraryUpload } from './generated/types.gen.ts';
import type { OnProgress, RequestOptions } from './http.ts';

/** Uploads of music in parts, which can be interrupted at any time. */
export function libraryParts({ asMember: ask }: CallsContext) {
  return {
    /**
     * Sends one part, with its SHA-256 where the platform can compute it. May be repeated. Gives up when no byte
     * moves for a minute.
     *
     * @param part from 0
     * @throws RequestFailed `part_damaged`, `storage_full`, `storage_unavailable`, `not_found`, `rate_limited`
     * @example
     * await client.admin.library.uploads.sendPart(id, 0, file.slice(0, part_bytes));
     */
    async sendPart(
      id: string,
      part: number,
      bytes: Blob,
      {
        onProgress = () => {},
        ...options
      }: RequestOptions & { onProgress?: OnProgress | undefined } = {},
    ): Promise<LibraryUpload> {
      const headers = { ...options.headers, ...(await digestOf(bytes)) };
      return ask('PUT', `${pathOf('/v1/admin/library/uploads', id)}/parts/${part}`, {
        ...options,
        headers,
        body: bytes,
        onProgress,
        timeoutMs: Infinity,
      });
    },
  };
}

/** RFC 9530. Pages without https have no `crypto.subtle`: there the part's length is checked alone. */
async function digestOf(bytes: Blob): Promise<Record<string, string>> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return {};
  const hash = new Uint8Array(await subtle.digest('SHA-256', await bytes.arrayBuffer()));
  return { 'Content-Digest': `sha-256=:${btoa(String.fromCharCode(...hash))}:` };
}
