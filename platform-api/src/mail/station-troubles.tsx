/** @jsxRuntime automatic */
import type { Trouble } from '../../contract/admin.ts';
import { BRAND } from '../../contract/brand.ts';
import { asLine } from './as-line.ts';
import { Action, LetterLayout, Paragraph, Words } from './letter-layout.tsx';
import type { Message } from './message.ts';

/** What is wrong with a station, since when and which. */
export interface TroubleLine {
  station_name: string | null;
  station_slug: string;
  trouble: Trouble;
  message: string;
  since: Date;
}

interface Props {
  /** As many as a letter holds, the longest first. */
  troubles: TroubleLine[];
  total: number;
  /** So much fails at once that it may be our own line. */
  isOwnLine: boolean;
  publicUrl: string;
}

const SINCE = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

const inWords = ({ station_name, station_slug, trouble, message, since }: TroubleLine): string =>
  asLine(
    `${station_name ?? 'A station'} (${station_slug}) has been ${trouble} since ${SINCE.format(since)} UTC. ${message}`,
  );

/** Tells the operator of stations on air with which something is newly wrong. */
export const stationTroubles: Message<Props> = {
  subject: ({ total }) =>
    total === 1
      ? `A station of ${BRAND.name} is in trouble`
      : `${BRAND.name} stations are in trouble: ${total} new`,
  Body: ({ troubles, total, isOwnLine, publicUrl }) => (
    <LetterLayout
      preview="Found by listening to them."
      heading={total === 1 ? 'A station is in trouble' : 'Stations are in trouble'}
      why={`You get this mail because stations of ${BRAND.name} in trouble are told to your address, each trouble once.`}
    >
      {isOwnLine && (
        <Paragraph>
          Nearly all stations fail at once: it may well be our own line that is down.
        </Paragraph>
      )}
      <Words>{troubles.map(inWords)}</Words>
      {total > troubles.length && <Paragraph>And {total - troubles.length} more.</Paragraph>}
      <Action href={`${publicUrl}/admin`} label="Go to the Desk" />
    </LetterLayout>
  ),
};
