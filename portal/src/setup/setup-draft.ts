import type { Profile } from '@stationhouse/sdk/client';
import { z } from 'zod';
import { createDraftStore } from '../api/drafts.ts';
import { setupRules, type SetupValues } from './setup-rules.ts';

const drafts = createDraftStore(
  'station-setup',
  z.object({
    /** The submission that it was typed over; null: there was none. */
    submitted_at: z.string().nullable(),
    values: setupRules.extend({
      station_name_request: z.string(),
      radio_id_texts: z.array(z.string()),
    }),
  }),
);

/** What this member typed and did not submit. What was submitted after it wins, wherever that was done. */
export function readDraft({ user_id, setup_form_submitted_at }: Profile): SetupValues | undefined {
  const draft = drafts.read(user_id);
  return draft?.submitted_at === setup_form_submitted_at ? draft?.values : undefined;
}

export function keepDraft(profile: Profile, values: SetupValues): void {
  drafts.keep(profile.user_id, { submitted_at: profile.setup_form_submitted_at, values });
}

export const forgetDraft = drafts.forget;
