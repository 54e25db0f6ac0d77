/** @jsxRuntime automatic */
import { domainToUnicode } from 'node:url';
import { z } from 'zod';
import { BRAND } from '../../contract/site/brand.ts';
import { DOMAIN_PROBLEM_WORDS, DOMAIN_PROBLEMS } from '../../contract/domains/calls.ts';
import { asLine, DATE_AND_TIME } from '../mail/format.ts';
import { Action, LetterLayout, Paragraph, Words } from '../mail/letter-layout.tsx';
import { mail } from '../mail/send-mail.ts';
import { aboutStation, STATION, WHY } from '../stations/station-mails.tsx';

/** The domain in ASCII, as it is stored. `ends_at`: when a failing domain stops being served. */
const FAILURE = {
  domain: z.string(),
  problem: z.enum(DOMAIN_PROBLEMS).nullable(),
  ends_at: z.iso.datetime().nullable(),
};

/** An event of a member's own domain. */
export type DomainNews = 'connected' | 'failing' | 'lost' | 'back';

const DOMAIN_NEWS: Record<DomainNews, { event: string; heading: string; preview: string }> = {
  connected: {
    event: 'has its own domain',
    heading: 'Your station has its own domain',
    preview: 'It answers there from now on.',
  },
  failing: {
    event: 'has trouble with its domain',
    heading: 'Your domain needs a look',
    preview: 'Your guests still find your station.',
  },
  lost: {
    event: 'has lost its domain',
    heading: 'Your domain is disconnected',
    preview: 'Your guests find your station at its other address.',
  },
  back: {
    event: 'is at its own domain again',
    heading: 'Your domain works again',
    preview: 'There is nothing else to do.',
  },
};

/** Tells a member about their own domain. */
export const ownDomain = mail({
  name: 'own-domain',
  payload: {
    ...STATION,
    ...FAILURE,
    news: z.enum(Object.keys(DOMAIN_NEWS) as DomainNews[]),
    station_slug: z.string(),
  },
  subject: ({ news, ...station }) => aboutStation(station, DOMAIN_NEWS[news].event),
  Body: ({ news, domain, station_slug, problem, ends_at, publicUrl, ...station }) => (
    <LetterLayout
      preview={DOMAIN_NEWS[news].preview}
      heading={DOMAIN_NEWS[news].heading}
      why={WHY}
      station={station}
    >
      {news === 'connected' || news === 'back' ? (
        <>
          <Paragraph>
            Your station answers at {domainToUnicode(domain)}. Its other address leads there, and so
            do links and new embeds.
          </Paragraph>
          <Action
            href={`${publicUrl}/${station_slug}`}
            label="Open your station"
            accent={station.accent_colour}
          />
        </>
      ) : (
        <>
          <Paragraph>
            {news === 'failing'
              ? `Our checks find that ${domainToUnicode(domain)} does not work as it should.`
              : `${domainToUnicode(domain)} has not worked for a while, so your station is no longer served there.`}{' '}
            {problem === null ? '' : DOMAIN_PROBLEM_WORDS[problem]}
          </Paragraph>
          <Paragraph>
            Your guests find your station at{' '}
            {`${publicUrl}/${station_slug}`.replace(/^https?:\/\//, '')} in any case.
            {ends_at === null
              ? ''
              : ` If nothing changes, we disconnect the domain on ${DATE_AND_TIME.format(new Date(ends_at))} UTC.`}
          </Paragraph>
          <Action
            href={`${publicUrl}/members/account#domain`}
            label="See what to do"
            accent={station.accent_colour}
          />
        </>
      )}
    </LetterLayout>
  ),
});

/** Tells the operator that a customer's own domain fails. The customer has got a mail, too. */
export const domainTrouble = mail({
  name: 'domain-trouble',
  payload: { ...FAILURE, news: z.enum(['failing', 'lost']), station: z.string() },
  subject: ({ news }) =>
    news === 'failing'
      ? `A ${BRAND.name} customer’s domain fails`
      : `A ${BRAND.name} customer’s domain is disconnected`,
  Body: ({ news, domain, station, problem, ends_at, publicUrl }) => (
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
          `Domain: ${domainToUnicode(domain)}`,
          ...(problem === null ? [] : [`Problem: ${DOMAIN_PROBLEM_WORDS[problem]}`]),
          ...(ends_at === null
            ? []
            : [`Served until: ${DATE_AND_TIME.format(new Date(ends_at))} UTC`]),
        ]}
      </Words>
      <Paragraph>
        The station is heard at its other address. The customer has been told what to do.
      </Paragraph>
      <Action href={`${publicUrl}/admin`} label="Go to the admin area" />
    </LetterLayout>
  ),
});
