/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { Action, LetterLayout, Paragraph } from './letter-layout.tsx';
import type { Message } from './message.ts';

/** Tells a member that their station can be heard for the first time. */
export const stationLive: Message<{ stationUrl: string }> = {
  subject: () => `Your ${BRAND.name} station is on air`,
  Body: ({ stationUrl }) => (
    <LetterLayout
      preview="Your page is ready. Have a listen."
      heading="Your station is on air"
      why={`You get this mail because you have a station with ${BRAND.name}.`}
    >
      <Paragraph>
        Your station is ready and plays from now on, day and night. This is its own page: open it
        wherever music should be heard, and pass its address on to your guests.
      </Paragraph>
      <Paragraph>
        How to put the player on your own website is on your dashboard. If anything should sound
        different, just answer this mail.
      </Paragraph>
      <Action href={stationUrl} label="Listen to Your Station" />
    </LetterLayout>
  ),
};
