import type { Ask } from './ask.ts';
import type {
  ChangeProfileData,
  CreateApiKeyData,
  CreateApiKeyResponse,
  GetMeResponse,
  ListApiKeysResponse,
  Profile,
  Station,
} from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';

/** What is yours, once you are signed in. */
export function meRoom(ask: Ask) {
  return {
    /**
     * User, role and profile.
     *
     * @throws RequestFailed `invalid_token` when nobody is signed in
     * @example const { user, role, profile } = await client.me.get();
     */
    get: (options?: RequestOptions) => ask<GetMeResponse>('GET', '/v1/me', options),

    profile: {
      /**
       * @throws RequestFailed
       * @example const { first_name } = await client.me.profile.get();
       */
      get: (options?: RequestOptions) => ask<Profile>('GET', '/v1/me/profile', options),
      /**
       * Changes what is named and nothing else; null empties a line.
       *
       * @throws RequestFailed `validation_failed`, with `errors` by field
       * @example await client.me.profile.change({ company_name: 'Analytical Engines' });
       */
      change: (body: NonNullable<ChangeProfileData['body']>) =>
        ask<Profile>('PATCH', '/v1/me/profile', { body }),
    },

    station: {
      /**
       * @throws RequestFailed `no_station` before there is one
       * @example const { status, station_url } = await client.me.station.get();
       */
      get: (options?: RequestOptions) => ask<Station>('GET', '/v1/me/station', options),
    },

    apiKeys: {
      /**
       * @throws RequestFailed
       * @example const { data } = await client.me.apiKeys.list();
       */
      list: (options?: RequestOptions) =>
        ask<ListApiKeysResponse>('GET', '/v1/me/api-keys', options),
      /**
       * Makes a key. `key` is shown this once.
       *
       * @throws RequestFailed `too_many_keys`
       * @example const { key } = await client.me.apiKeys.create({ name: 'Shop window', scopes: ['read'] });
       */
      create: (body: NonNullable<CreateApiKeyData['body']>) =>
        ask<CreateApiKeyResponse>('POST', '/v1/me/api-keys', { body }),
      /**
       * Revokes a key.
       *
       * @throws RequestFailed `not_found`
       * @example await client.me.apiKeys.delete(id);
       */
      delete: (id: string) => ask<void>('DELETE', `/v1/me/api-keys/${encodeURIComponent(id)}`),
    },
  };
}
