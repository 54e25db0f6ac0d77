/** @jsxRuntime automatic */
import type { Trouble } from '../../../contract/admin/calls.ts';
import { BRAND } from '../../../contract/site/brand.ts';
import { asLine, DATE_AND_TIME } from '../../mail/format.ts';
import { Action, LetterLayout, Paragraph, Words } from '../../mail/letter-layout.tsx';
import type { Message } from '../../mail/message.ts';

/** A problem of one station. */
export interface TroubleLine {
  station_name: string | null;
  station_slug: string;
  trouble: Trouble;
  message: string;
  since: Date;
}

interface TroublesProps {
  /** Capped by the caller; the longest-lasting first. */
  troubles: TroubleLine[];
  total: number;
  /** So many stations fail at once that our own connection may be down. */
  isOwnLine: boolean;
  publicUrl: string;
}

const troubleLine = ({
  station_name,
  station_slug,
  trouble,
  message,
  since,
}: TroubleLine): string =>
  asLine(
    `${station_name ?? 'A station'} (${station_slug}) has been ${trouble} since ${DATE_AND_TIME.format(since)} UTC. ${message}`,
  );

/** Tells the operator about new problems of stations on air. */
export const stationTroubles: Message<TroublesProps> = {
  subject: ({ total }) =>
    total === 1
      ? `A ${BRAND.name} station has a problem`
      : `${BRAND.name} stations have problems: ${total} new`,
  Body: ({ troubles, total, isOwnLine, publicUrl }) => (
    <LetterLayout
      preview="Our regular checks of all streams found this."
      heading={total === 1 ? 'A station has a problem' : 'Stations have problems'}
      why={`You get this email because ${BRAND.name} reports problems of stations to your address, each one once.`}
    >
      {isOwnLine && (
        <Paragraph>Nearly all stations fail at once, so our own connection may be down.</Paragraph>
      )}
      <Words>{troubles.map(troubleLine)}</Words>
      {total > troubles.length && <Paragraph>And {total - troubles.length} more.</Paragraph>}
      <Action href={`${publicUrl}/admin`} label="Go to the admin area" />
    </LetterLayout>
  ),
};
