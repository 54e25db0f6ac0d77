/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { Action, LetterLayout, Paragraph, Words } from './letter-layout.tsx';
import type { Message } from './message.ts';

/** Tells the operator what in billing only people can decide or mend. */
export const billingAlarm: Message<{ lines: string[]; publicUrl: string }> = {
  subject: () => `${BRAND.name} billing needs somebody to look`,
  Body: ({ lines, publicUrl }) => (
    <LetterLayout
      preview="Something that only people can decide or mend."
      heading="Please have a look"
      why={`You get this mail because alarms of ${BRAND.name} are told to your address.`}
    >
      <Paragraph>
        Only people can decide or mend this. No station has been changed for it.
      </Paragraph>
      <Words>{lines}</Words>
      <Action href={`${publicUrl}/admin`} label="Go to the Desk" />
    </LetterLayout>
  ),
};
