/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { amount } from './amount.ts';
import { Action, LetterLayout, Paragraph, Words } from './letter-layout.tsx';
import type { Message } from './message.ts';

interface Props {
  /** As the customer typed it: text that may say anything. */
  companyName: string;
  packageName: string;
  /** In minor units. */
  totalAmount: number;
  currency: string;
  publicUrl: string;
}

/** Tells the operator that somebody has bought a package. */
export const newPurchase: Message<Props> = {
  subject: ({ packageName }) => `A new ${BRAND.name} customer: ${packageName}`,
  Body: ({ companyName, packageName, totalAmount, currency, publicUrl }) => (
    <LetterLayout
      preview="Paid. The station waits for its setup details."
      heading="A new customer"
      why={`You get this mail because purchases of ${BRAND.name} are told to your address.`}
    >
      <Words>
        {[
          `Company: ${companyName}`,
          `Package: ${packageName}`,
          `First payment: ${amount(totalAmount, currency)}`,
        ]}
      </Words>
      <Paragraph>
        It is paid. The customer is asked for the setup details next; then the station can be built.
      </Paragraph>
      <Action href={`${publicUrl}/admin`} label="Go to the Desk" />
    </LetterLayout>
  ),
};
