/** The script of a radio ID, in characters: about half a minute of speech. */
export const MAX_RADIO_ID_TEXT_LENGTH = 500;
/** The same as it is spelt for speech, where numbers and names take more room. */
export const MAX_SPOKEN_TEXT_LENGTH = 2 * MAX_RADIO_ID_TEXT_LENGTH;

/** The name of a place that a visitor has spoken, in characters: a few seconds of speech. */
export const MAX_SPOKEN_NAME_LENGTH = 60;

/** The makers of voices, the best first. */
export const VOICE_MAKERS = ['polly', 'embedded', 'espeak'] as const;
/** Those that speak without a bill. */
export const FREE_VOICE_MAKERS: readonly (typeof VOICE_MAKERS)[number][] = ['embedded', 'espeak'];
export const SPEECH_PROBLEMS = ['unspeakable', 'voice_gone', 'speech_unavailable'] as const;
