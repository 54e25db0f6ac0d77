import type { Voice } from '@stationhouse/sdk/client';

/** A voice in words: 'Sally, American English, female, draft quality'. */
export function voiceLabel({ name, language, sex, is_draft }: Voice): string {
  const spoken = new Intl.DisplayNames(['en-GB'], { type: 'language' }).of(language) ?? language;
  return [name, spoken, sex, ...(is_draft ? ['draft quality'] : [])].join(', ');
}

/** The hint beside the chosen voice; undefined for a good one. */
export const voiceHint = (voice: Voice | undefined): string | undefined =>
  voice?.is_draft
    ? 'This voice sounds like a machine. Use it to try a text, and record what your guests should hear.'
    : undefined;

/** While a spoken or recorded sound is prepared. */
export const GETTING_READY = 'Getting ready... This usually takes less than half a minute.';
