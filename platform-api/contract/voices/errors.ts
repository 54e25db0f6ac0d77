/** Errors of voices, in the order of their status. `errors.ts` says how they are written. */
export const VOICES_ERRORS = {
  script_changed: {
    status: 409,
    title: 'The script has changed',
    detail: 'The customer has changed or removed this text. Load it again; nothing was saved.',
  },
  take_changed: {
    status: 409,
    title: 'Spoken again meanwhile',
    detail:
      'Someone else has had this script spoken or recorded again. Listen to the new take before you accept it.',
  },
  take_not_ready: {
    status: 409,
    title: 'Not ready yet',
    detail: 'This take can be accepted once it is ready for the air. Please wait a moment.',
  },
  name_not_spoken: {
    status: 422,
    title: 'Not a name for our voice',
    detail: 'Our voice leaves this name out. The music plays without it.',
  },
  voice_not_found: {
    status: 422,
    title: 'This voice is not available',
    detail: 'The voice is unknown or no longer available. Please choose another one.',
  },
} as const;
