/** Errors of listening, in the order of their status. `errors.ts` says how they are written. */
export const LISTENING_ERRORS = {
  listening_hours_used: {
    status: 403,
    title: 'No listening hours left',
    detail:
      'This station has used its listening hours of this month, so no new listeners can join. It can be heard again next month, or at once with a larger package.',
  },
  quality_not_available: {
    status: 404,
    title: 'Quality not available',
    detail:
      'This station does not stream in this quality. Every station streams MP3 at 128 kbit/s at /stream/{slug}.',
  },
} as const;
