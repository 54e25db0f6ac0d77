/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { CODE_SECONDS, LINK_SECONDS } from '../../contract/limits.ts';
import { Action, Code, LetterLayout, Paragraph, SmallPrint } from './letter-layout.tsx';
import { lifetime } from './lifetime.ts';
import type { CodeAndLink, Message } from './message.ts';

/** Confirms the address that a member wants to move to. Goes to that new address. */
export const confirmNewEmail: Message<CodeAndLink> = {
  subject: () => `Confirm your new address for ${BRAND.name}`,
  Body: ({ code, link }) => (
    <LetterLayout
      preview="Your account moves here once you have confirmed it."
      heading="Move your account here?"
      why={`You get this mail because a member of ${BRAND.name} gave this as a new address.`}
    >
      <Paragraph>
        You asked to sign in with this address from now on. Confirm it, and your account moves;
        until then the old address stays as it is.
      </Paragraph>
      <Action href={link} label="Use This Address" />
      <Paragraph>If a page asks you for a code, it is this one.</Paragraph>
      <Code>{code}</Code>
      <SmallPrint>
        The link works for {lifetime(LINK_SECONDS.email_change)}, the code for{' '}
        {lifetime(CODE_SECONDS)}, and either of them once.
      </SmallPrint>
      <SmallPrint>You didn’t ask for this? Leave this mail alone, and nothing changes.</SmallPrint>
    </LetterLayout>
  ),
};
