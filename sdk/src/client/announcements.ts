import { once, pathOf, type ActOptions, type Ask } from './ask.ts';
import type {
  Announcement,
  AnnouncementTime,
  AnnouncementWithAirings,
  CreateAnnouncementData,
  ListAnnouncementsResponse,
  ListMyVoicesResponse,
  SpeakAnnouncementData,
} from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';

/** The voices that can speak a member's announcements. */
export const myVoiceCalls = (ask: Ask) => ({
  /**
   * @throws RequestFailed
   * @example const { data, default_voice_id } = await client.me.voices.list();
   */
  list: (options?: RequestOptions) => ask<ListMyVoicesResponse>('GET', '/v1/me/voices', options),
});

/** A member's own announcements. */
export function announcementCalls(ask: Ask) {
  const all = '/v1/me/announcements';
  const one = (id: string) => pathOf(all, id);
  return {
    /**
     * @throws RequestFailed `no_station`
     * @example const { data, an_hour } = await client.me.announcements.list();
     */
    list: (options?: RequestOptions) => ask<ListAnnouncementsResponse>('GET', all, options),
    /**
     * An announcement with its airings.
     *
     * @throws RequestFailed `not_found`
     * @example const { airs_at, airings } = await client.me.announcements.get(id);
     */
    get: (id: string, options?: RequestOptions) =>
      ask<AnnouncementWithAirings>('GET', one(id), options),
    /**
     * Makes an announcement. With a text it is spoken, with `when` it then airs.
     *
     * @throws RequestFailed `feature_not_in_package`, `too_many_announcements`, `announcement_hour_full`,
     * `not_on_air_here`, `voice_not_found`, `validation_failed`
     * @example
     * await client.me.announcements.create({ text: 'Happy hour until seven.', when: { kind: 'now' } });
     */
    create: (body: NonNullable<CreateAnnouncementData['body']>, options?: ActOptions) =>
      ask<Announcement>('POST', all, { ...once(options), body }),
    /**
     * Has another text, spelling or voice spoken.
     *
     * @throws RequestFailed `not_found`, `feature_not_in_package`, `voice_not_found`, `validation_failed`
     * @example await client.me.announcements.speak(id, { text: 'Cock-tails at half price.' });
     */
    speak: (id: string, body: SpeakAnnouncementData['body']) =>
      ask<Announcement>('PUT', `${one(id)}/speech`, { body }),
    /**
     * Sends a recording, which takes the place of the sound.
     *
     * @throws RequestFailed `not_found`, `feature_not_in_package`, `body_too_large`, `storage_unavailable`
     * @example await client.me.announcements.record(id, file);
     */
    record: (id: string, recording: Blob) =>
      ask<Announcement>('PUT', `${one(id)}/recording`, { body: recording, timeoutMs: Infinity }),
    /**
     * Chooses when it airs, in place of the former time.
     *
     * @throws RequestFailed `not_found`, `feature_not_in_package`, `not_on_air_here`, `announcement_hour_full`,
     * `validation_failed`
     * @example await client.me.announcements.plan(id, { kind: 'at', at: '2026-11-24T18:30' });
     */
    plan: (id: string, when: AnnouncementTime) =>
      ask<Announcement>('PUT', `${one(id)}/when`, { body: { when } }),
    /**
     * @throws RequestFailed `not_found`, `announcement_over`
     * @example await client.me.announcements.pause(id);
     */
    pause: (id: string) => ask<Announcement>('POST', `${one(id)}/pause`),
    /**
     * @throws RequestFailed `not_found`, `announcement_over`, `announcement_hour_full`, `not_on_air_here`
     * @example await client.me.announcements.resume(id);
     */
    resume: (id: string) => ask<Announcement>('POST', `${one(id)}/resume`),
    /**
     * @throws RequestFailed `not_found`
     * @example await client.me.announcements.delete(id);
     */
    delete: (id: string) => ask<void>('DELETE', one(id)),
  };
}
