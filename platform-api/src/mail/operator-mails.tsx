/** @jsxRuntime automatic */
import type { Trouble } from '../../contract/admin/calls.ts';
import { BRAND } from '../../contract/site/brand.ts';
import { DOMAIN_PROBLEM_WORDS, type DomainProblem } from '../../contract/domains/calls.ts';
import { amount, asLine, DATE_AND_TIME, longDate } from './format.ts';
import { Action, LetterLayout, Paragraph, SmallPrint, Words } from './letter-layout.tsx';
import type { Message } from './message.ts';

/** A visitor's message. Everything except the time is untrusted text. */
interface ContactProps {
  name: string;
  email: string;
  company: string | null;
  subject: string;
  message: string;
  created_at: Date;
}

/** Sends the operator a message from the contact form. Its subject can be as long as the visitor's. */
export const contactMessage: Message<ContactProps> = {
  subject: ({ subject }) => `Contact form: ${asLine(subject)}`,
  Body: ({ name, email, company, subject, message, created_at }) => (
    <LetterLayout
      preview={`From ${asLine(name)}`}
      heading="A message from the contact form"
      why={`You get this email because the contact form of ${BRAND.name} sends to your address.`}
    >
      <SmallPrint>Written on {DATE_AND_TIME.format(created_at)} UTC.</SmallPrint>
      <Words>
        {[
          `From: ${asLine(name)} <${email}>`,
          ...(company === null ? [] : [`Company: ${asLine(company)}`]),
          `Subject: ${asLine(subject)}`,
        ]}
      </Words>
      <Words>{message.split(/\r\n|[\n\r\u2028\u2029]/)}</Words>
      <SmallPrint>
        Replies to this email go to {email}. This address has not been confirmed.
      </SmallPrint>
    </LetterLayout>
  ),
};

interface NewPurchaseProps {
  /** Untrusted text, as the customer typed it. */
  companyName: string;
  packageName: string;
  /** In minor units. */
  totalAmount: number;
  currency: string;
  publicUrl: string;
}

/** Tells the operator about a new customer. */
export const newPurchase: Message<NewPurchaseProps> = {
  subject: ({ packageName }) => `A new ${BRAND.name} customer: ${packageName}`,
  Body: ({ companyName, packageName, totalAmount, currency, publicUrl }) => (
    <LetterLayout
      preview="Paid. The setup details are still missing."
      heading="A new customer"
      why={`You get this email because ${BRAND.name} reports purchases to your address.`}
    >
      <Words>
        {[
          `Company: ${companyName}`,
          `Package: ${packageName}`,
          `First payment: ${amount(totalAmount, currency)}`,
        ]}
      </Words>
      <Paragraph>
        The package is paid. Next, the customer enters the setup details; then you can build the
        station.
      </Paragraph>
      <Action href={`${publicUrl}/admin`} label="Go to the admin area" />
    </LetterLayout>
  ),
};

interface CustomerPackageProps {
  customer: string;
  packageName: string;
  /** The package before; the same when a planned change is taken back. */
  before: string;
  /** Null: it has started. */
  startsAt: string | null;
  publicUrl: string;
}

/** Tells the operator that a customer's package changes, because the station may have to change with it. */
export const customerPackageChanged: Message<CustomerPackageProps> = {
  subject: ({ packageName }) => `A ${BRAND.name} customer changes to ${packageName}`,
  Body: ({ customer, packageName, before, startsAt, publicUrl }) => (
    <LetterLayout
      preview={`From ${before} to ${packageName}.`}
      heading="A customer changes package"
      why={`You get this email because ${BRAND.name} reports purchases to your address.`}
    >
      <Words>
        {[
          `Customer: ${customer}`,
          before === packageName
            ? `Package: stays ${packageName}. The planned change is taken back`
            : `Package: from ${before} to ${packageName}`,
          ...(before === packageName
            ? []
            : [`From: ${startsAt === null ? 'now' : longDate(startsAt)}`]),
        ]}
      </Words>
      <Paragraph>
        Please check the station’s sound quality, and its spots and announcements, against the
        package.
      </Paragraph>
      <Action href={`${publicUrl}/admin`} label="Go to the admin area" />
    </LetterLayout>
  ),
};

/** Tells the operator about billing problems that need a person's decision. */
export const billingAlarm: Message<{ lines: string[]; publicUrl: string }> = {
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
};

/** A problem of one station. */
export interface TroubleLine {
  station_name: string | null;
  station_slug: string;
  trouble: Trouble;
  message: string;
  since: Date;
}

interface TroublesProps {
  /** Capped by the caller; the longest-lasting first. */
  troubles: TroubleLine[];
  total: number;
  /** So many stations fail at once that our own connection may be down. */
  isOwnLine: boolean;
  publicUrl: string;
}

const troubleLine = ({
  station_name,
  station_slug,
  trouble,
  message,
  since,
}: TroubleLine): string =>
  asLine(
    `${station_name ?? 'A station'} (${station_slug}) has been ${trouble} since ${DATE_AND_TIME.format(since)} UTC. ${message}`,
  );

/** Tells the operator about new problems of stations on air. */
export const stationTroubles: Message<TroublesProps> = {
  subject: ({ total }) =>
    total === 1
      ? `A ${BRAND.name} station has a problem`
      : `${BRAND.name} stations have problems: ${total} new`,
  Body: ({ troubles, total, isOwnLine, publicUrl }) => (
    <LetterLayout
      preview="Our regular checks of all streams found this."
      heading={total === 1 ? 'A station has a problem' : 'Stations have problems'}
      why={`You get this email because ${BRAND.name} reports problems of stations to your address, each one once.`}
    >
      {isOwnLine && (
        <Paragraph>Nearly all stations fail at once, so our own connection may be down.</Paragraph>
      )}
      <Words>{troubles.map(troubleLine)}</Words>
      {total > troubles.length && <Paragraph>And {total - troubles.length} more.</Paragraph>}
      <Action href={`${publicUrl}/admin`} label="Go to the admin area" />
    </LetterLayout>
  ),
};

interface DomainTroubleProps {
  news: 'failing' | 'lost';
  domain: string;
  station: string;
  problem: DomainProblem | null;
  endsAt: Date | null;
  publicUrl: string;
}

/** Tells the operator that a customer's own domain fails. The customer has got a mail, too. */
export const domainTrouble: Message<DomainTroubleProps> = {
  subject: ({ news }) =>
    news === 'failing'
      ? `A ${BRAND.name} customer’s domain fails`
      : `A ${BRAND.name} customer’s domain is disconnected`,
  Body: ({ news, domain, station, problem, endsAt, publicUrl }) => (
    <LetterLayout
      preview="The customer has been told, too."
      heading={
        news === 'failing' ? 'A customer’s domain fails' : 'A customer’s domain is disconnected'
      }
      why={`You get this email because ${BRAND.name} reports problems of stations to your address, each one once.`}
    >
      <Words>
        {[
          asLine(`Station: ${station}`),
          `Domain: ${domain}`,
          ...(problem === null ? [] : [`Problem: ${DOMAIN_PROBLEM_WORDS[problem]}`]),
          ...(endsAt === null ? [] : [`Served until: ${DATE_AND_TIME.format(endsAt)} UTC`]),
        ]}
      </Words>
      <Paragraph>
        The station is heard at its other address. The customer has been told what to do.
      </Paragraph>
      <Action href={`${publicUrl}/admin`} label="Go to the admin area" />
    </LetterLayout>
  ),
};
