import { pathOf, type Ask } from './ask.ts';
import type {
  ListSpokenIdsResponse,
  ListVoicesResponse,
  SpeakRadioIdData,
  SpokenId,
} from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';

/** The voices that can speak. */
export const voiceCalls = (ask: Ask) => ({
  /**
   * The voices that can speak radio IDs, the best makers first.
   *
   * @throws RequestFailed
   * @example const { data } = await client.admin.library.voices.list();
   */
  list: (options?: RequestOptions) =>
    ask<ListVoicesResponse>('GET', '/v1/admin/library/voices', options),
});

/** A customer's scripts as spoken radio IDs. @param customer the path of a customer */
export function radioIdCalls(ask: Ask, customer: (user_id: string) => string) {
  const radioIds = (user_id: string) => `${customer(user_id)}/radio-ids`;
  const script = (user_id: string, id: string) => pathOf(radioIds(user_id), id);
  return {
    /**
     * The scripts of a customer's setup form with their speech, and the voice that suits the customer.
     *
     * @throws RequestFailed `not_found`
     * @example const { data, default_voice_id } = await client.admin.customers.radioIds.list(user_id);
     */
    list: (user_id: string, options?: RequestOptions) =>
      ask<ListSpokenIdsResponse>('GET', radioIds(user_id), options),
    /**
     * Has a script spoken, which takes some seconds: list again until the take is ready.
     *
     * @throws RequestFailed `script_changed`, `voice_not_found`, `validation_failed`, `rate_limited`
     * @example
     * await client.admin.customers.radioIds.speak(user_id, id, { text, voice_id: 'flite:slt' });
     */
    speak: (user_id: string, id: string, body: SpeakRadioIdData['body']) =>
      ask<SpokenId>('POST', `${script(user_id, id)}/speech`, { body }),
    /**
     * Uploads a recording of a script, which is then made ready like speech.
     *
     * @throws RequestFailed `script_changed`, `body_too_large`, `storage_unavailable`, `rate_limited`
     * @example await client.admin.customers.radioIds.record(user_id, id, file);
     */
    record: (user_id: string, id: string, recording: Blob) =>
      ask<SpokenId>('PUT', `${script(user_id, id)}/recording`, {
        body: recording,
        timeoutMs: Infinity,
      }),
    /**
     * Makes the take that was heard the radio ID of the station.
     *
     * @throws RequestFailed `script_changed`, `take_changed`, `take_not_ready`, `too_many_files`, `no_station`
     * @example await client.admin.customers.radioIds.accept(user_id, id, take.id);
     */
    accept: (user_id: string, id: string, take_id: string) =>
      ask<SpokenId>('POST', `${script(user_id, id)}/acceptance`, { body: { take_id } }),
    /**
     * Removes a script's speech and the radio ID that was made of it.
     *
     * @throws RequestFailed `not_found`
     * @example await client.admin.customers.radioIds.remove(user_id, id);
     */
    remove: (user_id: string, id: string) => ask<void>('DELETE', script(user_id, id)),
  };
}
