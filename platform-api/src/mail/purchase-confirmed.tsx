/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { LAUNCH_HOURS } from '../../contract/limits.ts';
import { amount } from './amount.ts';
import { Action, LetterLayout, Paragraph, SmallPrint } from './letter-layout.tsx';
import type { Message } from './message.ts';

interface Props {
  packageName: string;
  /** In minor units, VAT and setup fee with it. */
  totalAmount: number;
  currency: string;
  publicUrl: string;
}

/** Thanks a member for the first payment and says what comes next. */
export const purchaseConfirmed: Message<Props> = {
  subject: () => `Thank you: your ${BRAND.name} station is on its way`,
  Body: ({ packageName, totalAmount, currency, publicUrl }) => (
    <LetterLayout
      preview="Tell us about your station, and we build it."
      heading="Thank you for your purchase"
      why={`You get this mail because you bought a package of ${BRAND.name}.`}
    >
      <Paragraph>
        Your payment of <strong>{amount(totalAmount, currency)}</strong> for the{' '}
        <strong>{packageName}</strong> package has arrived.
      </Paragraph>
      <Paragraph>
        Next, tell us about your station: its name, its voice, what it should say. Once we know, our
        team builds it, and in under {LAUNCH_HOURS} hours it goes live.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Set Up Your Station" />
      <SmallPrint>
        The invoice is on your dashboard too, under ‘Payment History’. Each month a new one joins
        it.
      </SmallPrint>
    </LetterLayout>
  ),
};
