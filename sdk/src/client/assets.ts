import { once, pathOf, withQuery, type ActOptions, type Ask } from './ask.ts';
import type { CallsContext } from './context.ts';
import type {
  Asset,
  CustomerAsset,
  ListAssetsData,
  ListAssetsResponse,
  UploadAssetData,
  UploadCustomerAssetData,
} from './generated/types.gen.ts';
import type { OnProgress, RequestOptions } from './http.ts';

interface NewFile<Kind extends string = string> {
  kind: Kind;
  /** Overrides the name of a `File`. */
  file: Blob | File;
  file_name?: string | undefined;
}

/** A file to upload. */
export type NewAsset = NewFile<UploadAssetData['body']['kind']>;

/** A file that an admin uploads for a customer. */
export type NewCustomerAsset = NewFile<UploadCustomerAssetData['body']['kind']>;

/** Options of an upload. */
export interface UploadOptions extends ActOptions {
  /**
   * Called with the bytes sent and the total, where the platform reports them, as browsers do. Restarts at
   * 0 when the upload is retried.
   */
  onProgress?: OnProgress | undefined;
}

/** Uploads a file as a form. @throws RequestFailed */
export function sendFile<T>(
  ask: Ask,
  path: string,
  { kind, file, file_name: name }: NewFile,
  { onProgress = () => {}, ...options }: UploadOptions = {},
): Promise<T> {
  const form = new FormData();
  // The API needs the kind before the file.
  form.append('kind', kind);
  form.append('file', name ? new File([file], name, { type: file.type }) : file);
  return ask<T>('POST', path, {
    ...once(options),
    body: form,
    onProgress,
    // An upload may take any time, as long as bytes move.
    timeoutMs: Infinity,
  });
}

/** Functions of a member's files that make more than a call. */
export function assetFiles({ asMember: ask }: CallsContext) {
  return {
    /**
     * All files, one after the other. A page is requested when its first file is needed.
     *
     * @throws RequestFailed `validation_failed`
     * @example for await (const { file_name } of client.me.assets.iterate()) show(file_name);
     */
    async *iterate(
      query?: Omit<NonNullable<ListAssetsData['query']>, 'cursor'>,
      options?: RequestOptions,
    ): AsyncGenerator<Asset, void> {
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const path = withQuery('/v1/me/assets', { ...query, cursor });
        const page = await ask<ListAssetsResponse>('GET', path, options);
        yield* page.data;
        cursor = page.next_cursor;
      }
    },
    /**
     * Uploads a file. Retried automatically after a lost connection, and stored once. Gives up when no byte
     * moves for a minute.
     *
     * @throws RequestFailed `too_many_files`, `feature_not_in_package`, `file_too_large`, `image_too_large`,
     * `unsupported_media_type`, `quota_exceeded`, `no_station`, `bad_multipart`, `validation_failed`, `rate_limited`,
     * `busy`, `storage_unavailable`; its `title` and `message` are for people
     * @example
     * const { url } = await client.me.assets.upload(
     *   { kind: 'radio_id', file },
     *   { onProgress: (sent, total) => (bar.value = sent / total), signal },
     * );
     */
    upload: (asset: NewAsset, options?: UploadOptions) =>
      sendFile<Asset>(ask, '/v1/me/assets', asset, options),
  };
}

/** Uploads for customers. */
export function customerFiles({ asMember: ask }: CallsContext) {
  return {
    /**
     * Uploads a file for a customer, like `me.assets.upload`.
     *
     * @throws RequestFailed `too_many_files`, `file_too_large`, `image_too_large`, `unsupported_media_type`,
     * `no_station`, `not_found`, `bad_multipart`, `validation_failed`, `rate_limited`, `busy`, `storage_unavailable`
     * @example
     * const { url } = await client.admin.customers.upload(user_id, { kind: 'radio_id', file });
     */
    upload: (user_id: string, asset: NewCustomerAsset, options?: UploadOptions) =>
      sendFile<CustomerAsset>(
        ask,
        `${pathOf('/v1/admin/customers', user_id)}/assets`,
        asset,
        options,
      ),
  };
}
