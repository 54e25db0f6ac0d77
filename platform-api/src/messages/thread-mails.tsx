/** @jsxRuntime automatic */
import { BRAND } from '../../contract/site/brand.ts';
import { asLine } from '../mail/format.ts';
import { Action, LetterLayout, SmallPrint, Words } from '../mail/letter-layout.tsx';
import type { Message } from '../mail/message.ts';

const linesOf = (text: string): string[] => text.split(/\r\n|[\n\r\u2028\u2029]/);

/** Tells a member what the team wrote. */
export const newsForMember: Message<{ texts: readonly string[]; publicUrl: string }> = {
  subject: () => `A message from ${BRAND.name}`,
  Body: ({ texts, publicUrl }) => (
    <LetterLayout
      preview={asLine(texts[0] ?? '')}
      heading="Our team wrote to you"
      why={`You get this email because you have an account with ${BRAND.name}.`}
    >
      {texts.map((text, n) => (
        <Words key={n}>{linesOf(text)}</Words>
      ))}
      <Action href={`${publicUrl}/members#messages`} label="Answer on your dashboard" />
      <SmallPrint>Please answer there, so that your answer stays with your station.</SmallPrint>
    </LetterLayout>
  ),
};

interface TeamProps {
  /** Untrusted, as the customer typed them. */
  texts: readonly string[];
  customer: { first_name: string; last_name: string; station_name: string | null };
  userId: string;
  publicUrl: string;
}

/** Tells the operator what a customer wrote. */
export const newsForTeam: Message<TeamProps> = {
  subject: () => `${BRAND.name}: a message from a customer`,
  Body: ({ texts, customer: { first_name, last_name, station_name }, userId, publicUrl }) => (
    <LetterLayout
      preview={asLine(texts[0] ?? '')}
      heading="A customer wrote to you"
      why={`You get this email because ${BRAND.name} reports messages of customers to your address.`}
    >
      <Words>
        {[
          asLine(`From: ${first_name} ${last_name}`),
          ...(station_name ? [asLine(`Station: ${station_name}`)] : []),
        ]}
      </Words>
      {texts.map((text, n) => (
        <Words key={n}>{linesOf(text)}</Words>
      ))}
      <Action
        href={`${publicUrl}/admin?dialog=messages&customer=${userId}`}
        label="Answer in the admin area"
      />
      <SmallPrint>The customer does not see an answer to this email.</SmallPrint>
    </LetterLayout>
  ),
};
