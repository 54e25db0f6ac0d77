import type { ReportKind } from '@stationhouse/platform-api/contract/proof/values';

/** The name of each report, and the purpose of it. */
export const REPORTS: Record<ReportKind, { name: string; hint: string }> = {
  ppl_webcasting: {
    name: 'PPL: webcasting report',
    hint: 'Total listener hours, and the average number of tracks webcast per hour, for each station.',
  },
  ppl_territories: {
    name: 'PPL: territory report',
    hint: 'The percentage of streams in each country, for each station.',
  },
  ppl_music_usage: {
    name: 'PPL: music usage report',
    hint: 'Every track that aired, with artist, record company and ISRC. A quarter of all stations can have millions of rows.',
  },
  prs_usage: {
    name: 'PRS for Music: usage',
    hint: 'Every track with its writer, performer, duration, times of day and number of plays.',
  },
  promises: {
    name: 'As promised',
    hint: 'Due, aired, late and missed, for each station and month, beside the preview.',
  },
};
