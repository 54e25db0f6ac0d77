import type { Knex } from 'knex';
import { z } from 'zod';
import { LogoShape } from '../../contract/stations/schemas.ts';
import { domainToUnicode } from 'node:url';
import { DOMAIN_PROBLEMS } from '../../contract/domains/calls.ts';
import { LISTENING_POLICIES } from '../../contract/listening/values.ts';
import { job, queueJob } from '../jobs/job.ts';
import {
  accountDeleted,
  alreadyRegistered,
  apiKeyCreated,
  emailChanged,
  passwordChanged,
  secondFactorNews,
  webhookDisabled,
} from './account-mails.tsx';
import {
  billingAlarm,
  customerPackageChanged,
  domainTrouble,
  newPurchase,
} from './operator-mails.tsx';
import type { Mailer } from './mailer.ts';
import { renderMessage, type RenderedMessage } from './message.ts';
import {
  packageChanged,
  paymentFailed,
  purchaseConfirmed,
  subscriptionCancelled,
  subscriptionEnded,
  subscriptionResumed,
  trialContinued,
  trialEnds,
} from './subscription-mails.tsx';
import {
  ownDomain,
  ownProgramme,
  listeningHours,
  stationBack,
  stationLive,
  stationOffAir,
  stationReady,
  stationRestored,
  stationSilent,
  stationSuspended,
  stationWell,
} from './station-mails.tsx';

const to = z.string();
const time = z.iso.datetime();
/** `starts_at` null: it has started. The package before is the same when a planned change is taken back. */
const change = { package_name: z.string(), before: z.string(), starts_at: time.nullable() };
/** A mail about a station looks like it; jobs that were queued by an earlier release have its address alone. */
const station = {
  station_url: z.string(),
  accent_colour: z.string().nullish(),
  station_name: z.string().optional(),
  station_logo_url: z.string().nullish(),
  logo_shape: LogoShape.nullish(),
};
const price = { package_name: z.string(), total_amount: z.int(), currency: z.string() };

/** In ASCII, as it is stored. `ends_at`: when a failing domain stops being served. */
const domain = {
  domain: z.string(),
  problem: z.enum(DOMAIN_PROBLEMS).nullable(),
  ends_at: time.nullable(),
};

/** An event of a second factor that its owner is told by mail. */
const factorNews = z.enum([
  'added',
  'app_removed',
  'passkey_added',
  'passkey_removed',
  'removed',
  'recovery_code_used',
]);
export type SecondFactorNews = z.infer<typeof factorNews>;

const mail = z.discriminatedUnion('message', [
  z.object({ message: z.literal('password-changed'), to }),
  z.object({ message: z.literal('api-key-created'), to, prefix: z.string() }),
  z.object({
    message: z.literal('webhook-disabled'),
    to,
    url: z.string(),
    because: z.enum(['failing', 'gone']),
  }),
  z.object({ message: z.literal('second-factor'), to, news: factorNews }),
  /** To the old address. */
  z.object({ message: z.literal('email-changed'), to, new_email: z.string() }),
  z.object({ message: z.literal('already-registered'), to }),
  z.object({ message: z.literal('account-deleted'), to }),
  z.object({
    message: z.literal('purchase-confirmed'),
    to,
    ...price,
    /** The end of a trial. Mails of earlier versions have none. */
    trial_ends_at: time.nullish(),
    /** A month after the first one. Mails of earlier versions have none. */
    monthly: z.object({ amount: z.int(), vat_rate: z.int(), is_trial: z.boolean() }).nullish(),
  }),
  /** To the operator. */
  z.object({ message: z.literal('new-purchase'), to, company_name: z.string(), ...price }),
  z.object({ message: z.literal('payment-failed'), to, off_air_at: time }),
  z.object({
    message: z.literal('subscription-cancelled'),
    to,
    ends_at: time,
    /** The last payment. Mails of earlier versions have none. */
    payment: z.object({ amount: z.int(), currency: z.string(), date: time }).nullish(),
  }),
  z.object({ message: z.literal('subscription-resumed'), to }),
  z.object({
    message: z.literal('trial-ends'),
    to,
    ends_at: time,
    price: z.object({ amount: z.int(), currency: z.string() }),
  }),
  z.object({
    message: z.literal('trial-continued'),
    to,
    payment: z.object({ amount: z.int(), currency: z.string(), date: time.nullable() }),
  }),
  z.object({ message: z.literal('package-changed'), to, ...change }),
  /** To the operator. */
  z.object({
    message: z.literal('customer-package-changed'),
    to,
    customer: z.string(),
    ...change,
  }),
  z.object({ message: z.literal('subscription-ended'), to, off_air_at: time }),
  z.object({ message: z.literal('station-suspended'), to }),
  z.object({ message: z.literal('station-restored'), to }),
  z.object({
    message: z.literal('station-live'),
    to,
    ...station,
    /** With its starter programme. Mails of earlier releases do not say. */
    is_starter: z.boolean().optional(),
  }),
  /** It waits for its member’s yes. */
  z.object({ message: z.literal('station-ready'), to }),
  /** In place of the starter programme. */
  z.object({ message: z.literal('own-programme'), to }),
  z.object({ message: z.literal('station-off-air'), to }),
  z.object({ message: z.literal('station-back'), to, ...station }),
  z.object({ message: z.literal('station-silent'), to, since: time }),
  z.object({ message: z.literal('station-well'), to, ...station }),
  z.object({
    message: z.literal('own-domain'),
    to,
    news: z.enum(['connected', 'failing', 'lost', 'back']),
    station_slug: z.string(),
    ...domain,
  }),
  /** To the operator. */
  z.object({
    message: z.literal('domain-trouble'),
    to,
    news: z.enum(['failing', 'lost']),
    station: z.string(),
    ...domain,
  }),
  z.object({
    message: z.literal('listening-hours'),
    to,
    percent: z.int(),
    used_hours: z.int(),
    cap_hours: z.int(),
    forecast_hours: z.int(),
    policy: z.enum(LISTENING_POLICIES),
  }),
  /** To the operator. */
  z.object({ message: z.literal('billing-alarm'), to, lines: z.array(z.string()) }),
]);

/** A mail without secrets, so that it can be stored in the queue. */
export type Mail = z.output<typeof mail>;

export const SEND_MAIL = job({
  name: 'send_mail',
  payload: mail,
  isMail: true,
  async run({ mailer, publicUrl }: { mailer: Mailer; publicUrl: string }, notice, { id }) {
    const letter = await write(notice, publicUrl);
    await mailer.send({ ...letter, to: notice.to, id: `mail-${id}` });
  },
});

/** Queues a mail. Given a transaction, the mail is sent if and only if the transaction commits. */
export async function queueMail(db: Knex, notice: Mail): Promise<void> {
  await queueJob(db, SEND_MAIL, notice);
}

function write(notice: Mail, publicUrl: string): Promise<RenderedMessage> {
  switch (notice.message) {
    case 'password-changed':
      return renderMessage(passwordChanged, { publicUrl });
    case 'api-key-created':
      return renderMessage(apiKeyCreated, { prefix: notice.prefix, publicUrl });
    case 'webhook-disabled':
      return renderMessage(webhookDisabled, {
        url: notice.url,
        because: notice.because,
        publicUrl,
      });
    case 'second-factor':
      return renderMessage(secondFactorNews, { news: notice.news, publicUrl });
    case 'email-changed':
      return renderMessage(emailChanged, { newEmail: notice.new_email, publicUrl });
    case 'already-registered':
      return renderMessage(alreadyRegistered, { publicUrl });
    case 'account-deleted':
      return renderMessage(accountDeleted, { publicUrl });
    case 'purchase-confirmed':
      return renderMessage(purchaseConfirmed, {
        ...priceOf(notice),
        trialEndsAt: notice.trial_ends_at ?? null,
        monthly: notice.monthly ?? null,
        publicUrl,
      });
    case 'new-purchase':
      return renderMessage(newPurchase, {
        companyName: notice.company_name,
        ...priceOf(notice),
        publicUrl,
      });
    case 'payment-failed':
      return renderMessage(paymentFailed, { offAirAt: notice.off_air_at, publicUrl });
    case 'subscription-cancelled':
      return renderMessage(subscriptionCancelled, {
        endsAt: notice.ends_at,
        payment: notice.payment ?? null,
        publicUrl,
      });
    case 'subscription-resumed':
      return renderMessage(subscriptionResumed, { publicUrl });
    case 'trial-ends':
      return renderMessage(trialEnds, { endsAt: notice.ends_at, price: notice.price, publicUrl });
    case 'trial-continued':
      return renderMessage(trialContinued, { payment: notice.payment, publicUrl });
    case 'package-changed':
      return renderMessage(packageChanged, { ...changeOf(notice), publicUrl });
    case 'customer-package-changed':
      return renderMessage(customerPackageChanged, {
        customer: notice.customer,
        ...changeOf(notice),
        publicUrl,
      });
    case 'subscription-ended':
      return renderMessage(subscriptionEnded, { offAirAt: notice.off_air_at, publicUrl });
    case 'station-suspended':
      return renderMessage(stationSuspended, { publicUrl });
    case 'station-restored':
      return renderMessage(stationRestored, { publicUrl });
    case 'station-live':
      return renderMessage(stationLive, {
        ...stationOf(notice),
        isStarter: notice.is_starter ?? false,
        publicUrl,
      });
    case 'station-ready':
      return renderMessage(stationReady, { publicUrl });
    case 'own-programme':
      return renderMessage(ownProgramme, { publicUrl });
    case 'station-off-air':
      return renderMessage(stationOffAir, { publicUrl });
    case 'station-back':
      return renderMessage(stationBack, stationOf(notice));
    case 'station-silent':
      return renderMessage(stationSilent, { since: new Date(notice.since), publicUrl });
    case 'listening-hours':
      return renderMessage(listeningHours, {
        percent: notice.percent,
        usedHours: notice.used_hours,
        capHours: notice.cap_hours,
        forecastHours: notice.forecast_hours,
        policy: notice.policy,
        publicUrl,
      });
    case 'station-well':
      return renderMessage(stationWell, stationOf(notice));
    case 'own-domain':
      return renderMessage(ownDomain, {
        ...domainOf(notice),
        news: notice.news,
        stationUrl: `${publicUrl}/${notice.station_slug}`,
        publicUrl,
      });
    case 'domain-trouble':
      return renderMessage(domainTrouble, {
        ...domainOf(notice),
        news: notice.news,
        station: notice.station,
        publicUrl,
      });
    case 'billing-alarm':
      return renderMessage(billingAlarm, { lines: notice.lines, publicUrl });
  }
}

const domainOf = (notice: z.output<z.ZodObject<typeof domain>>) => ({
  domain: domainToUnicode(notice.domain),
  problem: notice.problem,
  endsAt: notice.ends_at === null ? null : new Date(notice.ends_at),
});

const stationOf = (notice: z.output<z.ZodObject<typeof station>>) => ({
  stationUrl: notice.station_url,
  accent: notice.accent_colour ?? null,
  name: notice.station_name ?? null,
  logo: notice.station_logo_url ?? null,
  logo_shape: notice.logo_shape ?? null,
});

const changeOf = (notice: { package_name: string; before: string; starts_at: string | null }) => ({
  packageName: notice.package_name,
  before: notice.before,
  startsAt: notice.starts_at,
});

const priceOf = (notice: { package_name: string; total_amount: number; currency: string }) => ({
  packageName: notice.package_name,
  totalAmount: notice.total_amount,
  currency: notice.currency,
});
