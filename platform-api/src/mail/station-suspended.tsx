/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { Action, LetterLayout, Paragraph, SmallPrint } from './letter-layout.tsx';
import type { Message } from './message.ts';

/** Tells a member that the station is off air for non-payment, and how it comes back. */
export const stationSuspended: Message<{ publicUrl: string }> = {
  subject: () => `Your ${BRAND.name} station is off air`,
  Body: ({ publicUrl }) => (
    <LetterLayout
      preview="It comes back as it was once it is paid for."
      heading="Your station is off air"
      why={`You get this mail because you have a station with ${BRAND.name}.`}
    >
      <Paragraph>
        Your station has not been paid for, so we have taken it off air. Nothing is lost: its
        address, its settings and your recordings are kept.
      </Paragraph>
      <Paragraph>
        To bring it back, open your dashboard and choose ‘Manage Subscription’. When the payment has
        arrived, your station comes back by itself, just as it was.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to Your Dashboard" />
      <SmallPrint>Something doesn’t look right? Simply answer this mail.</SmallPrint>
    </LetterLayout>
  ),
};
