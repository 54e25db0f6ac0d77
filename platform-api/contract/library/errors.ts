import { MAX_LIBRARY_MEGABYTES } from './values.ts';

/** Errors of library, in the order of their status. `errors.ts` says how they are written. */
export const LIBRARY_ERRORS = {
  playlist_name_taken: {
    status: 409,
    title: 'This name is taken',
    detail: 'Another playlist has this name. Please choose another one.',
  },
  playlist_changed: {
    status: 409,
    title: 'Changed by someone else',
    detail:
      'This playlist has a newer version than yours. Load it and make your changes again; nothing was saved.',
  },
  playlist_by_hand: {
    status: 409,
    title: 'This playlist has no rule',
    detail: 'Its tracks were chosen by hand, so there is no rule to apply.',
  },
  upload_complete: {
    status: 409,
    title: 'This file has arrived',
    detail: 'All of this file has arrived, so its upload can’t be given up.',
  },
  upload_incomplete: {
    status: 409,
    title: 'Send the file again',
    detail: 'This file is no longer on the server completely. Please upload it again.',
  },
  /** For a file of the music library. */
  music_too_large: {
    code: 'file_too_large',
    status: 413,
    title: 'File too large',
    detail: `Music files can be up to ${MAX_LIBRARY_MEGABYTES}MB. Please upload a smaller one.`,
  },
  not_music: {
    code: 'unsupported_media_type',
    status: 415,
    title: 'Not a music file',
    detail: 'Music must be an MP3, M4A, AAC, FLAC, WAV, AIFF, Ogg or Opus file.',
  },
  cover_not_a_picture: {
    code: 'unsupported_media_type',
    status: 415,
    title: 'Invalid file',
    detail: 'A cover must be a JPG, PNG or GIF image.',
  },
  part_damaged: {
    status: 422,
    title: 'Damaged on the way',
    detail: 'This part of the file did not arrive as it was sent. Please send it again.',
  },
  corrections_refused: {
    status: 422,
    title: 'Some lines can’t be applied',
    detail: 'Nothing was changed. Correct the lines that are named, and send the file again.',
  },
} as const;
