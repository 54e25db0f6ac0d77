/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { CODE_SECONDS, LINK_SECONDS } from '../../contract/limits.ts';
import { Action, Code, LetterLayout, Paragraph, SmallPrint } from './letter-layout.tsx';
import { lifetime } from './lifetime.ts';
import type { CodeAndLink, Message } from './message.ts';

/** Confirms the address that somebody signed up with, or that the desk has given their account. */
export const confirmEmail: Message<CodeAndLink> = {
  subject: () => `Confirm your address for ${BRAND.name}`,
  Body: ({ code, link }) => (
    <LetterLayout
      preview="One click, and your account is ready."
      heading="Is this address yours?"
      why={`You get this mail because an account at ${BRAND.name} has your address.`}
    >
      <Paragraph>
        Please confirm your address, so that all that we write about your station reaches you.
      </Paragraph>
      <Action href={link} label="Confirm My Address" />
      <Paragraph>If a page asks you for a code, it is this one.</Paragraph>
      <Code>{code}</Code>
      <SmallPrint>
        The link works for {lifetime(LINK_SECONDS.signup)}, the code for {lifetime(CODE_SECONDS)},
        and either of them once.
      </SmallPrint>
      <SmallPrint>
        It wasn’t you? Then somebody mistyped. Leave this mail alone, and your address stays
        unconfirmed.
      </SmallPrint>
    </LetterLayout>
  ),
};
