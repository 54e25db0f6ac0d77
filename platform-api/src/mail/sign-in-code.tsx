/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { CODE_SECONDS } from '../../contract/limits.ts';
import { Action, Code, LetterLayout, Paragraph, SmallPrint } from './letter-layout.tsx';
import { lifetime } from './lifetime.ts';
import type { CodeAndLink, Message } from './message.ts';

/** Signs in somebody who asked for a code. The code is not in the subject: those end up in logs. */
export const signInCode: Message<CodeAndLink> = {
  subject: () => `Your sign-in code for ${BRAND.name}`,
  Body: ({ code, link }) => (
    <LetterLayout
      preview={`${code} signs you in. It works for ${lifetime(CODE_SECONDS)}.`}
      heading="Your sign-in code"
      why={`You get this mail because somebody asked ${BRAND.name} for a code with your address.`}
    >
      <Paragraph>Type this code on the page where you asked for it.</Paragraph>
      <Code>{code}</Code>
      <Action href={link} label="Sign In" />
      <SmallPrint>The code and the link work once, for {lifetime(CODE_SECONDS)}.</SmallPrint>
      <SmallPrint>
        You didn’t ask for it? Then you need do nothing: nobody gets in without it. Please give it
        to nobody, not even to us.
      </SmallPrint>
    </LetterLayout>
  ),
};
