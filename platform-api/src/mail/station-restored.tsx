/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { Action, LetterLayout, Paragraph } from './letter-layout.tsx';
import type { Message } from './message.ts';

/** Tells a member that a station which was off air for non-payment is back. */
export const stationRestored: Message<{ publicUrl: string }> = {
  subject: () => `Your ${BRAND.name} station is back`,
  Body: ({ publicUrl }) => (
    <LetterLayout
      preview="Your payment has arrived. Thank you."
      heading="Your station is back"
      why={`You get this mail because you have a station with ${BRAND.name}.`}
    >
      <Paragraph>
        Your payment has arrived, thank you. Your station is back as it was, and you need do nothing
        more.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to Your Dashboard" />
    </LetterLayout>
  ),
};
