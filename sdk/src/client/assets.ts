import { once, type ActOptions, type Ask } from './ask.ts';
import type {
  Asset,
  ListAssetsData,
  ListAssetsResponse,
  UploadAssetData,
} from './generated/types.gen.ts';
import type { OnProgress, RequestOptions } from './http.ts';

/** A file that is to be sent. A `File` has its name; `file_name` gives another one. */
export type NewAsset = UploadAssetData['body'] & { file_name?: string | undefined };

/** For a file on its way. */
export interface UploadOptions extends ActOptions {
  /**
   * Told how many bytes of how many are sent, where the platform tells it: browsers do. Begins at 0
   * again when the file has to be sent once more.
   */
  onProgress?: OnProgress | undefined;
}

/** A member's files: the logo, and all that is to be heard. */
export function assetsRoom(ask: Ask) {
  return {
    /**
     * @throws RequestFailed
     * @example const { data } = await client.me.assets.list({ kind: 'radio_id' });
     */
    list: (query: ListAssetsData['query'] = {}, options?: RequestOptions) => {
      const named = Object.entries(query).filter(([, value]) => value !== undefined);
      const search = new URLSearchParams(named.map(([name, value]) => [name, String(value)]));
      return ask<ListAssetsResponse>('GET', `/v1/me/assets?${search}`, options);
    },
    /**
     * Sends a file, and again by itself when the line breaks; it is there once. A line on which
     * nothing moves for a minute is given up.
     *
     * @throws RequestFailed `too_many_files`, `feature_not_in_package`, `file_too_large`,
     *   `unsupported_media_type`, `quota_exceeded`; its `title` and `message` are for people
     * @example
     * const { url } = await client.me.assets.upload(
     *   { kind: 'radio_id', file },
     *   { onProgress: (sent, total) => (bar.value = sent / total), signal },
     * );
     */
    upload: (
      { kind, file, file_name: name }: NewAsset,
      { onProgress = () => {}, ...options }: UploadOptions = {},
    ) => {
      const form = new FormData();
      // First, as the API must know what to expect of the file.
      form.append('kind', kind);
      form.append('file', name ? new File([file], name, { type: file.type }) : file);
      return ask<Asset>('POST', '/v1/me/assets', {
        ...once(options),
        body: form,
        onProgress,
        // As long as the line takes, while anything moves on it.
        timeoutMs: Infinity,
      });
    },
    /**
     * Removes a file.
     *
     * @throws RequestFailed `not_found`
     * @example await client.me.assets.delete(id);
     */
    delete: (id: string) => ask<void>('DELETE', `/v1/me/assets/${encodeURIComponent(id)}`),
  };
}
