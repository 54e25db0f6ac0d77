import { describe, expect, test } from 'vitest';
import { BRAND, BRAND_COLOURS } from '../../contract/site/brand.ts';
import { paletteOf } from '../../contract/site/colours.ts';
import { TEAM_ROLES } from '../../contract/team/values.ts';
import { LISTENING_LETTERS, LISTENING_POLICIES } from '../../contract/listening/values.ts';
import {
  accountDeleted,
  alreadyRegistered,
  apiKeyCreated,
  emailChanged,
  passwordChanged,
  secondFactorNews,
} from '../accounts/account-mails.tsx';
import { stationTroubles } from '../admin/watch/trouble-mail.tsx';
import { billingAlarm, customerPackageChanged, newPurchase } from '../billing/operator-mails.tsx';
import { domainTrouble, ownDomain } from '../domains/domain-mails.tsx';
import { locationPlaying, locationSilent, locationsMonth } from '../locations/location-mails.tsx';
import { listeningHours } from '../listening/hours-mail.tsx';
import {
  invitationToTeam,
  removedFromTeam,
  teamMemberJoined,
  teamMemberLeft,
} from '../team/team-mails.tsx';
import { webhookDisabled } from '../webhooks/disabled-mail.tsx';
import {
  confirmEmail,
  confirmNewEmail,
  resetPassword,
  signInCode,
} from '../accounts/code-mails.tsx';
import { amount, longDate } from './format.ts';
import { memberNews } from '../messages/member-news.tsx';
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
} from '../billing/subscription-mails.tsx';
import {
  ownProgramme,
  stationBack,
  stationLive,
  stationOffAir,
  stationReady,
  stationRestored,
  stationSilent,
  stationSuspended,
  stationWell,
} from '../stations/station-mails.tsx';

const publicUrl = 'https://radio.example.com';
const code = '048392';
const link = `${publicUrl}/#type=otp&token=Zm9vYmFyYmF6cXV4`;
const new_email = 'ada@new.example';

interface Written {
  name: string;
  link: string;
  /** Further links. */
  more?: string[];
  mail: RenderedMessage;
}

const withCodes: Written[] = [
  { name: 'sign-in-code', link, mail: await renderMessage(signInCode, { code, link }) },
  { name: 'confirm-email', link, mail: await renderMessage(confirmEmail, { code, link }) },
  { name: 'confirm-new-email', link, mail: await renderMessage(confirmNewEmail, { code, link }) },
];
const ofAccounts: Written[] = [
  ...withCodes,
  { name: 'reset-password', link, mail: await renderMessage(resetPassword, { link }) },
  {
    name: 'password-changed',
    link: `${publicUrl}/auth`,
    mail: await renderMessage(passwordChanged, { publicUrl }),
  },
  {
    name: 'api-key-created',
    link: `${publicUrl}/auth`,
    mail: await renderMessage(apiKeyCreated, { prefix: 'shk_Yk3vN0', publicUrl }),
  },
  ...(await Promise.all(
    (
      [
        'added',
        'app_removed',
        'passkey_added',
        'passkey_removed',
        'removed',
        'recovery_code_used',
      ] as const
    ).map(async (news) => ({
      name: `second-factor-${news}`,
      link: `${publicUrl}/auth`,
      mail: await renderMessage(secondFactorNews, { news, publicUrl }),
    })),
  )),
  {
    name: 'email-changed',
    link: `${publicUrl}/contact`,
    mail: await renderMessage(emailChanged, { new_email, publicUrl }),
  },
  {
    name: 'already-registered',
    link: `${publicUrl}/auth`,
    mail: await renderMessage(alreadyRegistered, { publicUrl }),
  },
  {
    name: 'account-deleted',
    link: `${publicUrl}/contact`,
    mail: await renderMessage(accountDeleted, { publicUrl }),
  },
];

const price = { package_name: 'Professional', total_amount: 777_60, currency: 'eur' };
const company_name = 'The Counting House';
const off_air_at = '2026-11-28T23:59:59.000Z';
const lines = ['Invoice in_1 of ada@example.com: €89.60 was refunded.', 'And a second line.'];

const trouble = {
  station_name: 'Counting\nHouse',
  station_slug: 'counting-house',
  trouble: 'silent',
  message: 'The server does not answer.',
  since: new Date(off_air_at),
} as const;

const lost = {
  domain: 'radio.counting-house.example',
  problem: 'points_elsewhere',
  ends_at: off_air_at,
} as const;

const member = {
  email: 'ada@example.com',
  phone: null,
  first_name: 'Ada',
  last_name: 'Byron',
  company_name: company_name,
  station_name: 'Radio 🎵'.repeat(20),
};
const upload = { kind: 'upload', what: 'radio_id', lines: ['File: Good morning.mp3'] } as const;
const news = { news: [upload], member };

const members = `${publicUrl}/members`;
const adminPage = `${publicUrl}/admin`;
const stationUrl = `${publicUrl}/counting-house`;
/** A station as mails about it show it. */
const sign = {
  publicUrl,
  station_url: stationUrl,
  accent_colour: '#f4dfd0',
  station_name: 'The Counting House',
  station_logo_url: `${publicUrl}/files/logo.png`,
  logo_shape: { aspect: 1, luminance: 0.5, is_transparent: false },
  dark_logo: null,
  is_on_air: true,
};
/** The same of a job that an earlier release queued. */
const unsigned = { ...sign, accent_colour: null, station_name: null, station_logo_url: null };
const location = {
  location_id: '01935a5c-0000-7000-8000-000000000001',
  name: `${sign.station_name}, ${'Long Harbour Street '.repeat(4)}`,
};
const locationPage = `${members}/locations/${location.location_id}`;
const monthly = { amount: 358_80, currency: 'eur' };
const change = { package_name: 'Starter', before: 'Professional', starts_at: off_air_at };
const ofTeam = { email: 'grace@example.com', station_name: sign.station_name, publicUrl };
const ofBilling: Written[] = [
  ...(await Promise.all(
    TEAM_ROLES.map(async (role) => {
      const link = `${publicUrl}/members/invitation#token=Zm9vYmFyYmF6cXV4`;
      const about = { station_name: sign.station_name, role, days: 7, link };
      return {
        name: `invitation-to-team-${role}`,
        link,
        mail: await renderMessage(invitationToTeam, about),
      };
    }),
  )),
  {
    name: 'team-member-joined',
    link: `${publicUrl}/members/team`,
    mail: await renderMessage(teamMemberJoined, { ...ofTeam, role: 'staff' }),
  },
  {
    name: 'team-member-left',
    link: `${publicUrl}/members/team`,
    mail: await renderMessage(teamMemberLeft, ofTeam),
  },
  {
    name: 'removed-from-team',
    link: `${publicUrl}/members`,
    mail: await renderMessage(removedFromTeam, ofTeam),
  },
  ...(await Promise.all(
    (['failing', 'gone'] as const).map(async (because) => ({
      name: `webhook-disabled-${because}`,
      link: `${publicUrl}/docs/webhooks`,
      mail: await renderMessage(webhookDisabled, {
        url: 'https://counting-house.example/hooks',
        because,
        publicUrl,
      }),
    })),
  )),
  {
    name: 'purchase-confirmed',
    link: members,
    mail: await renderMessage(purchaseConfirmed, {
      ...price,
      trial_ends_at: null,
      monthly: { amount: 358_80, vat_rate: 20, is_trial: false },
      publicUrl,
    }),
  },
  {
    name: 'trial-confirmed',
    link: members,
    mail: await renderMessage(purchaseConfirmed, {
      ...price,
      trial_ends_at: off_air_at,
      monthly: { amount: 358_80, vat_rate: 20, is_trial: true },
      publicUrl,
    }),
  },
  {
    name: 'trial-ends',
    link: members,
    mail: await renderMessage(trialEnds, { ends_at: off_air_at, price: monthly, publicUrl }),
  },
  {
    name: 'trial-continued',
    link: members,
    mail: await renderMessage(trialContinued, {
      payment: { ...monthly, date: off_air_at },
      publicUrl,
    }),
  },
  {
    name: 'package-changed',
    link: members,
    mail: await renderMessage(packageChanged, { ...change, publicUrl }),
  },
  {
    name: 'customer-package-changed',
    link: adminPage,
    mail: await renderMessage(customerPackageChanged, {
      ...change,
      customer: company_name,
      publicUrl,
    }),
  },
  {
    name: 'new-purchase',
    link: adminPage,
    mail: await renderMessage(newPurchase, { ...price, company_name, publicUrl }),
  },
  {
    name: 'member-news',
    link: adminPage,
    mail: await renderMessage(memberNews, { ...news, publicUrl }),
  },
  {
    name: 'payment-failed',
    link: members,
    mail: await renderMessage(paymentFailed, { off_air_at, publicUrl }),
  },
  {
    name: 'subscription-cancelled',
    link: members,
    mail: await renderMessage(subscriptionCancelled, {
      ends_at: off_air_at,
      payment: { amount: 358_80, currency: 'eur', date: '2026-10-28T12:00:00.000Z' },
      publicUrl,
    }),
  },
  {
    name: 'subscription-resumed',
    link: members,
    mail: await renderMessage(subscriptionResumed, { publicUrl }),
  },
  {
    name: 'subscription-ended',
    link: members,
    mail: await renderMessage(subscriptionEnded, { off_air_at, publicUrl }),
  },
  {
    name: 'station-suspended',
    link: members,
    mail: await renderMessage(stationSuspended, sign),
  },
  {
    name: 'station-restored',
    link: members,
    mail: await renderMessage(stationRestored, sign),
  },
  {
    name: 'station-off-air',
    link: members,
    mail: await renderMessage(stationOffAir, sign),
  },
  {
    name: 'station-back',
    link: stationUrl,
    mail: await renderMessage(stationBack, unsigned),
  },
  {
    name: 'station-silent',
    link: members,
    mail: await renderMessage(stationSilent, { ...sign, since: off_air_at }),
  },
  {
    name: 'station-well',
    link: stationUrl,
    mail: await renderMessage(stationWell, sign),
  },
  ...(await Promise.all(
    LISTENING_POLICIES.map(async (policy, at) => ({
      name: `listening-hours (${policy})`,
      link: members,
      mail: await renderMessage(listeningHours, {
        ...unsigned,
        percent: LISTENING_LETTERS[at] ?? 100,
        used_hours: 18_000,
        cap_hours: 20_000,
        forecast_hours: 21_500,
        policy,
      }),
    })),
  )),
  {
    name: 'station-live',
    link: stationUrl,
    more: [`${stationUrl}/tv`, `${publicUrl}/members/share/print`],
    mail: await renderMessage(stationLive, { ...sign, is_starter: false, publicUrl }),
  },
  {
    name: 'station-live (starter programme)',
    link: stationUrl,
    more: [`${stationUrl}/tv`, `${publicUrl}/members/share/print`],
    mail: await renderMessage(stationLive, { ...unsigned, is_starter: true, publicUrl }),
  },
  {
    name: 'station-ready',
    link: `${publicUrl}/members/sound`,
    mail: await renderMessage(stationReady, sign),
  },
  {
    name: 'own-programme',
    link: `${publicUrl}/members/sound`,
    mail: await renderMessage(ownProgramme, sign),
  },
  ...(await Promise.all(
    (['connected', 'failing', 'lost', 'back'] as const).map(async (news) => ({
      name: `own-domain-${news}`,
      link: news === 'failing' || news === 'lost' ? `${members}/account#domain` : stationUrl,
      mail: await renderMessage(ownDomain, {
        ...sign,
        ...lost,
        news,
        station_slug: 'counting-house',
      }),
    })),
  )),
  ...(await Promise.all(
    ([null, '21:30'] as const).map(async (reserve_until) => ({
      name: `location-silent (reserve until ${reserve_until ?? 'now'})`,
      link: locationPage,
      mail: await renderMessage(locationSilent, {
        ...sign,
        ...location,
        status: 'offline',
        time: 'Monday 20:15',
        reserve_until,
      }),
    })),
  )),
  {
    name: 'location-playing',
    link: locationPage,
    mail: await renderMessage(locationPlaying, {
      ...sign,
      ...location,
      since: 'Monday 20:15',
      was_on_reserve: false,
    }),
  },
  {
    name: 'locations-month',
    link: `${members}/locations`,
    mail: await renderMessage(locationsMonth, {
      ...sign,
      month: 'October 2026',
      played_percent: 98,
      locations: [{ name: location.name, played_percent: 98 }],
    }),
  },
  {
    name: 'domain-trouble',
    link: adminPage,
    mail: await renderMessage(domainTrouble, {
      ...lost,
      news: 'failing',
      station: company_name,
      publicUrl,
    }),
  },
  {
    name: 'billing-alarm',
    link: adminPage,
    mail: await renderMessage(billingAlarm, { lines, publicUrl }),
  },
  {
    name: 'station-troubles',
    link: adminPage,
    mail: await renderMessage(stationTroubles, {
      troubles: [trouble],
      total: 51,
      isOwnLine: true,
      publicUrl,
    }),
  },
];

const linksOf = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

describe.each([...ofAccounts, ...ofBilling])('$name', ({ mail, link, more = [] }) => {
  test('has the same links in its HTML and its text, and no other', () => {
    expect(new Set(linksOf(mail.html))).toEqual(new Set([link, ...more]));
    expect(mail.text.split('\n')).toContain(link);
    expect(mail.text.match(/https?:\/\/\S+/g)).toEqual([link, ...more]);
  });

  test('has a subject that fits on a phone and names the station or the brand', () => {
    expect(mail.subject.length).toBeLessThanOrEqual(60);
    expect([sign.station_name, BRAND.name].some((name) => mail.subject.includes(name))).toBe(true);
    expect(mail.subject + mail.text).not.toContain('!');
  });

  test('loads nothing but the logo and the sleeve of its station', () => {
    const html = mail.html
      .replace(/^<!DOCTYPE[^>]*>/, '')
      .replace(`src="${sign.station_logo_url}"`, '')
      .replace(`src="${stationUrl}/sleeve.png"`, '');
    expect(html).not.toMatch(/\ssrc=|\ssrcset=|\sbackground=|url\(|@import|<link|<script/i);
    expect(new Set(html.match(/https?:\/\/[^\s"<]+/g)?.map((url) => new URL(url).origin))).toEqual(
      new Set([publicUrl]),
    );
  });

  test('has all its values filled in', () => {
    expect(mail.html + mail.text).not.toMatch(/undefined|null|NaN|Invalid|\[object/);
    expect(mail.html).toContain('prefers-color-scheme: dark');
  });
});

test.each(ofAccounts)('$name says what to do if it was someone else', ({ mail }) => {
  expect(mail.text).toMatch(/[dD]idn’t|wasn’t/);
});

describe.each(withCodes)('$name', ({ mail }) => {
  test('shows the code on its own line, and how long it works', () => {
    expect(mail.text.split('\n')).toContain(code);
    expect(mail.html).toContain(`>${code}<`);
    expect(mail.text).toContain('10 minutes');
    expect(mail.subject).not.toContain(code);
  });
});

test('confirmations and password resets say how long their link works', () => {
  const textOf = (name: string) => ofAccounts.find((message) => message.name === name)?.mail.text;
  expect(textOf('confirm-email')).toContain('The link works for 24 hours');
  expect(textOf('confirm-new-email')).toContain('The link works for 24 hours');
  expect(textOf('reset-password')).toContain('The link works once, for 1 hour.');
});

test('the mail to the old address names the new one, and escapes it', async () => {
  const hostile = '<img src=x>"&@evil.example';
  const mail = await renderMessage(emailChanged, { new_email: hostile, publicUrl });
  expect(mail.html).not.toContain('<img');
  expect(mail.text).toContain(hostile);
});

test('formats amounts and dates', () => {
  expect([amount(777_60, 'eur'), amount(0, 'EUR'), amount(1_234_567_89, 'eur')]).toEqual([
    '€777.60',
    '€0.00',
    '€1,234,567.89',
  ]);
  expect(amount(500, 'jpy')).toBe('JP¥500');
  expect(longDate(off_air_at)).toBe('28 November 2026');
  expect(longDate('2026-11-29T00:00:00.000Z')).toBe('29 November 2026');
});

test('billing mails name the package, the amount and the date', () => {
  const says = Object.fromEntries(ofBilling.map(({ name, mail }) => [name, mail.text]));
  expect(says['purchase-confirmed']).toContain('€777.60');
  expect(says['purchase-confirmed']).toContain('Professional');
  expect(says['purchase-confirmed']).toContain(
    'Then €358.80 per month incl. VAT, until you cancel.',
  );
  expect(says['trial-confirmed']).toContain(
    'Nothing more after that, unless you continue. It is then €358.80 per month incl. VAT.',
  );
  for (const words of ['Company: The Counting House', 'Package: Professional', '€777.60']) {
    expect(says['new-purchase']).toContain(words);
  }
  for (const name of ['payment-failed', 'subscription-cancelled', 'subscription-ended']) {
    expect(says[name]).toContain('28 November 2026');
  }
  expect(says['subscription-cancelled']).toContain('€358.80 is due on 28 October 2026');
  for (const line of lines) expect(says['billing-alarm']?.split('\n')).toContain(line);
});

test('a mail about a station wears its name, its logo and its colour, and nothing of the operator’s above them', async () => {
  const { subject, html } = await renderMessage(stationLive, {
    ...sign,
    accent_colour: '#7a2e1d',
    is_starter: false,
    publicUrl,
  });
  expect(subject).toBe('The Counting House is on air');
  const head = html.slice(html.indexOf('<body'), html.indexOf('<h1'));
  expect(head).toContain('background-color:#7a2e1d');
  expect(head).toContain(`src="${sign.station_logo_url}"`);
  expect(head).toContain(`src="${stationUrl}/sleeve.png"`);
  expect(head).toContain('The Counting House');
  expect(head).not.toContain(BRAND.name);
});

test.each(
  ofBilling.filter(({ name }) => /^(station|own|listening|location)-(?!troubles)/.test(name)),
)('the mail $name has the head of its station, or is of an earlier release', ({ mail }) => {
  const head = mail.html.slice(mail.html.indexOf('<body'), mail.html.indexOf('<h1'));
  const isUnsigned = mail.subject.startsWith(`Your ${BRAND.name}`);
  expect(head.includes(BRAND.name)).toBe(isUnsigned);
  expect(head.includes(sign.station_name)).toBe(!isUnsigned);
});

test('a mail about a station that is off air loads no sleeve, which is not there', async () => {
  const { html } = await renderMessage(stationSuspended, { ...sign, is_on_air: false });
  expect(html).not.toContain('sleeve.png');
  expect(html).toContain(sign.station_logo_url);
});

test('a mail about a station has its colours in both themes, and none of the operator’s', async () => {
  const accent_colour = '#7a2e1d';
  const { html } = await renderMessage(stationBack, { ...sign, accent_colour });
  const styles = html.slice(html.indexOf('<style>'), html.indexOf('</style>'));
  for (const isDark of [false, true]) {
    const { paper, surface, ink, primary } = paletteOf({ accent_colour }, isDark);
    for (const colour of [paper, surface, ink, primary]) expect(styles).toContain(colour);
  }
  expect(styles).not.toContain(BRAND_COLOURS.dark.surface);
});

test('a transparent logo lies whole on a tile, as the band often has its very colour', async () => {
  const logo_shape = { aspect: 1, luminance: 0.2, is_transparent: true };
  const { html } = await renderMessage(stationBack, { ...sign, logo_shape });
  const [, tile, picture] = /<div style="([^"]+)"><img[^>]+style="([^"]+)"/.exec(html) ?? [];
  expect(tile).toContain('background:#fff');
  expect(picture).toContain('border-radius:0');
});

test('a logo on another server, which is never measured, is not loaded', async () => {
  const station_logo_url = 'https://elsewhere.example/logo.png';
  const { html } = await renderMessage(stationWell, {
    ...sign,
    station_logo_url,
    logo_shape: null,
    dark_logo: null,
  });
  expect(html).not.toContain('elsewhere.example');
  expect(html).toContain(sign.station_name);
});

test('a long name is cut in the subject, and what happened is not', () => {
  const subject = stationWell.subject({
    ...sign,
    station_name: 'Donaudampfschifffahrtsgesellschaft '.repeat(3),
  });
  expect(subject).toMatch(/^Donaudampf.*… plays again$/);
  expect(subject).toHaveLength(60);
});

test('a wordmark stands in place of the written name, as wide as it is', async () => {
  const logo_shape = { aspect: 4, luminance: 0.9, is_transparent: true };
  const { html } = await renderMessage(stationBack, { ...sign, logo_shape });
  expect(/<img[^>]+>/.exec(html)?.[0]).toMatch(/alt="The Counting House".*width="176"/);
});

test.each([
  ['#000000', 'white.png'],
  ['#39ff14', 'logo.png'],
])('on a band of %s the logo is %s', async (accent_colour, file) => {
  const dark_logo = {
    station_logo_url: `${publicUrl}/files/white.png`,
    logo_shape: { aspect: 1, luminance: 1, is_transparent: true },
  };
  const { html } = await renderMessage(stationBack, {
    ...sign,
    accent_colour,
    dark_logo,
  });
  expect(/<img[^>]+>/.exec(html)?.[0]).toContain(file);
});

test('escapes the company name and leaves it out of the subject', async () => {
  const hostile = '<img src=x>"\r\nBcc: eve@evil.example';
  const mail = await renderMessage(newPurchase, { ...price, company_name: hostile, publicUrl });
  expect(mail.html).not.toContain('<img');
  expect(mail.text).toContain('<img src=x>');
  expect(mail.subject).toBe('A new Stationhouse customer: Professional');
});

test('cuts a long subject between characters, and keeps a short one', () => {
  const subjectFor = (station_name: string) =>
    memberNews.subject({ ...news, member: { ...member, station_name }, publicUrl });
  const begin = 'Stationhouse: new radio id - ';
  expect(subjectFor('Blue')).toBe(`${begin}Blue`);
  expect(subjectFor('a'.repeat(31))).toBe(begin + 'a'.repeat(31));
  expect(subjectFor('a'.repeat(32))).toBe(`${begin}${'a'.repeat(30)}…`);
  expect(subjectFor('🎵'.repeat(32))).toBe(`${begin}${'🎵'.repeat(15)}…`);
});

test('the mail about a member’s news sums it up, and lists at most 300 lines', async () => {
  const change = (what: string) => ({ kind: 'change' as const, what, lines: [`${what}: new`] });
  const blue = { ...member, station_name: 'Blue' };
  const of = (all: readonly (typeof upload | ReturnType<typeof change>)[]) =>
    renderMessage(memberNews, { news: all, member: blue, publicUrl });
  const setup = await of([upload, change('setup'), upload, change('address'), change('setup')]);
  expect(setup.subject).toBe('Stationhouse: changed setup, address, 2 new files - Blue');
  expect(setup.text).toContain('A member changed something and uploaded 2 files');
  expect(setup.text.match(/Good morning\.mp3|\w+: new$/gm)).toEqual([
    'setup: new',
    'address: new',
    'setup: new',
    'Good morning.mp3',
    'Good morning.mp3',
  ]);
  const many = await of([change('setup'), ...Array.from({ length: 300 }, () => upload)]);
  expect(many.text.match(/Good morning/g)).toHaveLength(299);
  expect(many.text).toContain('And 1 more.');
});

test('the mail about station problems names station, time, reason and a possible outage of our own', () => {
  const text = ofBilling.find(({ name }) => name === 'station-troubles')?.mail.text;
  expect(text?.replaceAll(/\s+/g, ' ')).toMatch(
    /our own connection may be down\. Counting House \(counting-house\) has been silent since 28 November 2026 at 23:59 UTC\. The server does not answer\. And 50 more\./,
  );
});
