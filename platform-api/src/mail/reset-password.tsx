/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { LINK_SECONDS } from '../../contract/limits.ts';
import { Action, LetterLayout, Paragraph, SmallPrint } from './letter-layout.tsx';
import { lifetime } from './lifetime.ts';
import type { Message } from './message.ts';

/** Lets somebody who forgot it choose a new password. */
export const resetPassword: Message<{ link: string }> = {
  subject: () => `Choose a new password for ${BRAND.name}`,
  Body: ({ link }) => (
    <LetterLayout
      preview={`The link works once, for ${lifetime(LINK_SECONDS.recovery)}.`}
      heading="Choose a new password"
      why={`You get this mail because somebody asked ${BRAND.name} for a new password with your address.`}
    >
      <Paragraph>
        It happens to all of us. Open the link and choose a new password; you are then signed out
        everywhere, and sign in afresh.
      </Paragraph>
      <Action href={link} label="Choose a New Password" />
      <SmallPrint>The link works once, for {lifetime(LINK_SECONDS.recovery)}.</SmallPrint>
      <SmallPrint>
        You didn’t ask for it? Leave this mail alone, and your password stays as it is.
      </SmallPrint>
    </LetterLayout>
  ),
};
