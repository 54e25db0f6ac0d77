import { pathOf, withQuery, type Ask } from './ask.ts';
import type {
  CreateLibraryUploadData,
  LibraryUpload,
  ListLibraryUploadsData,
  ListLibraryUploadsResponse,
} from './generated/types.gen.ts';
import type { OnProgress, RequestOptions } from './http.ts';

const UPLOADS = '/v1/admin/library/uploads';
const upload = (id: string) => pathOf(UPLOADS, id);

/** Uploads of music in parts, which can be interrupted at any time. */
export function libraryUploadCalls(ask: Ask) {
  return {
    /**
     * Begins an upload, or returns the unfinished one of the same file. Its `parts` have arrived already.
     *
     * @throws RequestFailed `unsupported_media_type`, `file_too_large`
     * @example
     * const { id, parts, part_bytes } = await client.admin.library.uploads.begin({
     *   file_name: file.name,
     *   size_bytes: file.size,
     *   modified_at: new Date(file.lastModified).toISOString(),
     * });
     */
    begin: (body: CreateLibraryUploadData['body'], options?: RequestOptions) =>
      ask<LibraryUpload>('POST', UPLOADS, { ...options, body }),
    /**
     * Sends one part, with its SHA-256 where the platform can compute it. May be repeated. Gives up when no byte
     * moves for a minute.
     *
     * @param part from 0
     * @throws RequestFailed `part_damaged`, `storage_full`, `storage_unavailable`, `not_found`
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
      return ask('PUT', `${upload(id)}/parts/${part}`, {
        ...options,
        headers,
        body: bytes,
        onProgress,
        timeoutMs: Infinity,
      });
    },
    /**
     * A page of uploads, newest first.
     *
     * @throws RequestFailed
     * @example const { data, counts } = await client.admin.library.uploads.list({ state: 'failed' });
     */
    list: (query?: ListLibraryUploadsData['query'], options?: RequestOptions) =>
      ask<ListLibraryUploadsResponse>('GET', withQuery(UPLOADS, query), options),
    /**
     * Prepares a failed upload again, without sending it again.
     *
     * @throws RequestFailed `upload_incomplete`, `not_found`
     * @example await client.admin.library.uploads.retry(id);
     */
    retry: (id: string) => ask<LibraryUpload>('POST', `${upload(id)}/retry`),
    /**
     * Gives up an unfinished or failed upload.
     *
     * @throws RequestFailed `upload_complete`, `not_found`
     * @example await client.admin.library.uploads.delete(id);
     */
    delete: (id: string) => ask<void>('DELETE', upload(id)),
  };
}

/** RFC 9530. Pages without https have no `crypto.subtle`: there the part's length is checked alone. */
async function digestOf(bytes: Blob): Promise<Record<string, string>> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return {};
  const hash = new Uint8Array(await subtle.digest('SHA-256', await bytes.arrayBuffer()));
  return { 'Content-Digest': `sha-256=:${btoa(String.fromCharCode(...hash))}:` };
}
