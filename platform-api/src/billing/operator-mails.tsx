/** @jsxRuntime automatic */
import { BRAND } from '../../contract/site/brand.ts';
import { z } from 'zod';
import { amount, longDate } from '../mail/format.ts';
import { Action, LetterLayout, Paragraph, Words } from '../mail/letter-layout.tsx';
import { mail } from '../mail/send-mail.ts';
import { PACKAGE_CHANGE, PRICE } from './subscription-mails.tsx';

/** Tells the operator about a new customer. */
export const newPurchase = mail({
  name: 'new-purchase',
  payload: {
    ...PRICE,
    /** Untrusted text, as the customer typed it. */
    company_name: z.string(),
  },
  subject: ({ package_name }) => `A new ${BRAND.name} customer: ${package_name}`,
  Body: ({ company_name, package_name, total_amount, currency, publicUrl }) => (
    <LetterLayout
      preview="Paid. The setup details are still missing."
      heading="A new customer"
      why={`You get this email because ${BRAND.name} reports purchases to your address.`}
    >
      <Words>
        {[
          `Company: ${company_name}`,
          `Package: ${package_name}`,
          `First payment: ${amount(total_amount, currency)}`,
        ]}
      </Words>
      <Paragraph>
        The package is paid. Next, the customer enters the setup details; then you can build the
        station.
      </Paragraph>
      <Action href={`${publicUrl}/admin`} label="Go to the admin area" />
    </LetterLayout>
  ),
});

/** Tells the operator that a customer's package changes, because the station may have to change with it. */
export const customerPackageChanged = mail({
  name: 'customer-package-changed',
  payload: { ...PACKAGE_CHANGE, customer: z.string() },
  subject: ({ package_name }) => `A ${BRAND.name} customer changes to ${package_name}`,
  Body: ({ customer, package_name, before, starts_at, publicUrl }) => (
    <LetterLayout
      preview={`From ${before} to ${package_name}.`}
      heading="A customer changes package"
      why={`You get this email because ${BRAND.name} reports purchases to your address.`}
    >
      <Words>
        {[
          `Customer: ${customer}`,
          before === package_name
            ? `Package: stays ${package_name}. The planned change is taken back`
            : `Package: from ${before} to ${package_name}`,
          ...(before === package_name
            ? []
            : [`From: ${starts_at === null ? 'now' : longDate(starts_at)}`]),
        ]}
      </Words>
      <Paragraph>
        Please check the station’s sound quality, and its spots and announcements, against the
        package.
      </Paragraph>
      <Action href={`${publicUrl}/admin`} label="Go to the admin area" />
    </LetterLayout>
  ),
});

/** Tells the operator about billing problems that need a person's decision. */
export const billingAlarm = mail({
  name: 'billing-alarm',
  payload: { lines: z.array(z.string()) },
  subject: () => `${BRAND.name} billing needs your attention`,
  Body: ({ lines, publicUrl }) => (
    <LetterLayout
      preview="A person needs to decide or fix something."
      heading="Please have a look"
      why={`You get this email because ${BRAND.name} sends its alarms to your address.`}
    >
      <Paragraph>
        A person needs to decide or fix the following. No station has been changed because of it.
      </Paragraph>
      <Words>{lines}</Words>
      <Action href={`${publicUrl}/admin`} label="Go to the admin area" />
    </LetterLayout>
  ),
});
