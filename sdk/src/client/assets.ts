import { once, withQuery, type ActOptions, type Ask } from './ask.ts';
import type {
  Asset,
  ListAssetsData,
  ListAssetsResponse,
  UploadAssetData,
  UploadCustomerAssetData,
} from './generated/types.gen.ts';
import type { OnProgress, RequestOptions } from './http.ts';

interface NewFile<Kind extends string = string> {
  kind: Kind;
  /** A `File` has its name; `file_name` gives another one. */
  file: Blob | File;
  file_name?: string | undefined;
}

/** A file that is to be sent. */
export type NewAsset = NewFile<UploadAssetData['body']['kind']>;

/** A file that the operator sends for a customer. */
export type NewCustomerAsset = NewFile<UploadCustomerAssetData['body']['kind']>;

/** For a file on its way. */
export interface UploadOptions extends ActOptions {
  /**
   * Told how many bytes of how many are sent, where the platform tells it: browsers do. Begins at 0
   * again when the file has to be sent once more.
   */
  onProgress?: OnProgress | undefined;
}

/** Sends a file as the form that the API wants. @throws RequestFailed */
export function sendFile<T>(
  ask: Ask,
  path: string,
  { kind, file, file_name: name }: NewFile,
  { onProgress = () => {}, ...options }: UploadOptions = {},
): Promise<T> {
  const form = new FormData();
  // First, as the API must know what to expect of the file.
  form.append('kind', kind);
  form.append('file', name ? new File([file], name, { type: file.type }) : file);
  return ask<T>('POST', path, {
    ...once(options),
    body: form,
    onProgress,
    // As long as the line takes, while anything moves on it.
    timeoutMs: Infinity,
  });
}

/** A member's files: the logo, and all that is to be heard. */
export function assetCalls(ask: Ask) {
  return {
    /**
     * @throws RequestFailed
     * @example const { data } = await client.me.assets.list({ kind: 'radio_id' });
     */
    list: (query?: ListAssetsData['query'], options?: RequestOptions) =>
      ask<ListAssetsResponse>('GET', withQuery('/v1/me/assets', query), options),
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
    upload: (asset: NewAsset, options?: UploadOptions) =>
      sendFile<Asset>(ask, '/v1/me/assets', asset, options),
    /**
     * Removes a file.
     *
     * @throws RequestFailed `not_found`
     * @example await client.me.assets.delete(id);
     */
    delete: (id: string) => ask<void>('DELETE', `/v1/me/assets/${encodeURIComponent(id)}`),
  };
}
