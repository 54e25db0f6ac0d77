/** @jsxRuntime automatic */
import { BRAND } from '../../contract/site/brand.ts';
import { DOMAIN_PROBLEM_WORDS, type DomainProblem } from '../../contract/domains/calls.ts';
import { LAUNCH_HOURS } from '../../contract/stations/values.ts';
import { LISTENING_POLICY_WORDS, type ListeningPolicy } from '../../contract/listening/values.ts';
import { asLine, DATE_AND_TIME, MAX_SUBJECT_LENGTH, shortenedTo } from './format.ts';
import {
  Action,
  LetterLayout,
  MoreActions,
  Paragraph,
  SmallPrint,
  type MailedStation,
} from './letter-layout.tsx';
import type { Message } from './message.ts';

const WHY = `You get this email because you have a station with ${BRAND.name}.`;

/** A subject about a station: its name, cut where it is long, so that what happened stays readable. */
function aboutStation({ name }: MailedStation, event: string): string {
  const most = MAX_SUBJECT_LENGTH - event.length - 1;
  return `${name === null ? `Your ${BRAND.name} station` : shortenedTo(most, asLine(name))} ${event}`;
}

/** Tells a member that their station is on air for the first time. */
export const stationLive: Message<MailedStation & { isStarter: boolean; publicUrl: string }> = {
  subject: (station) => aboutStation(station, 'is on air'),
  Body: ({ isStarter, publicUrl, ...station }) => (
    <LetterLayout
      preview="Your page is ready. Have a listen."
      heading={`${station.name ?? 'Your station'} is on air`}
      why={WHY}
      station={station}
    >
      <Paragraph>
        Your station is ready and plays day and night from now on. This is its own page: open it
        wherever you want music, and share its address with your guests.
      </Paragraph>
      {isStarter ? (
        <Paragraph>
          For now it plays a starter programme: music for a place like yours. Our team builds your
          own programme from your setup form within {LAUNCH_HOURS} hours, and it takes over without
          a break.
        </Paragraph>
      ) : null}
      <Paragraph>
        Your dashboard shows how to put the player on your own website. If you would like anything
        to sound different, just reply to this email.
      </Paragraph>
      <Action href={station.stationUrl} label="Listen" accent={station.accent} />
      <MoreActions
        actions={[
          { href: `${station.stationUrl}/tv`, label: 'Put it on the TV' },
          { href: `${publicUrl}/members/table-cards`, label: 'Print table cards' },
        ]}
      />
    </LetterLayout>
  ),
};

/** Asks a member to hear their station before its first air. */
export const stationReady: Message<{ publicUrl: string }> = {
  subject: () => `Your ${BRAND.name} station is ready to be heard`,
  Body: ({ publicUrl }) => (
    <LetterLayout
      preview="Listen first, then say yes."
      heading="Your station is ready to be heard"
      why={WHY}
    >
      <Paragraph>
        Your radio IDs and the first hour of music are ready. For now, only you can hear them.
        Listen on your phone or computer. Then say yes, or tell us what to change.
      </Paragraph>
      <Paragraph>Your station goes on air as soon as you approve it.</Paragraph>
      <Action href={`${publicUrl}/members/sound`} label="Hear it first" />
    </LetterLayout>
  ),
};

/** Tells a member that their own programme has replaced the starter programme. */
export const ownProgramme: Message<{ publicUrl: string }> = {
  subject: () => `Your own programme is on air at ${BRAND.name}`,
  Body: ({ publicUrl }) => (
    <LetterLayout
      preview="It replaces the starter programme."
      heading="Your own programme is on air"
      why={WHY}
    >
      <Paragraph>
        Our team has built your own programme from your setup form. It takes over from the starter
        programme at the next end of a song. There is nothing else to do.
      </Paragraph>
      <Paragraph>
        Your dashboard shows what plays when. If you would like anything to sound different, just
        reply to this email.
      </Paragraph>
      <Action href={`${publicUrl}/members/sound`} label="See your programme" />
    </LetterLayout>
  ),
};

/** Tells a member that their station is off air because it was not paid for. */
export const stationSuspended: Message<{ publicUrl: string }> = {
  subject: () => `Your ${BRAND.name} station is off air`,
  Body: ({ publicUrl }) => (
    <LetterLayout
      preview="It comes back unchanged as soon as you pay."
      heading="Your station is off air"
      why={WHY}
    >
      <Paragraph>
        Your station has not been paid for, so we have taken it off air. Nothing is lost: we keep
        its address, its settings and your recordings.
      </Paragraph>
      <Paragraph>
        To bring it back, open your dashboard and choose ‘Manage Subscription’. When your payment
        has arrived, your station comes back automatically, just as it was.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
      <SmallPrint>Does something look wrong? Just reply to this email.</SmallPrint>
    </LetterLayout>
  ),
};

/** Tells a member that their suspended station is back on air. */
export const stationRestored: Message<{ publicUrl: string }> = {
  subject: () => `Your ${BRAND.name} station is back`,
  Body: ({ publicUrl }) => (
    <LetterLayout
      preview="Your payment has arrived. Thank you."
      heading="Your station is back"
      why={WHY}
    >
      <Paragraph>
        Thank you, your payment has arrived. Your station is back, just as it was. There is nothing
        else to do.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
    </LetterLayout>
  ),
};

/** Tells a member that an admin has taken their station off air. */
export const stationOffAir: Message<{ publicUrl: string }> = {
  subject: () => `We have taken your ${BRAND.name} station off air`,
  Body: ({ publicUrl }) => (
    <LetterLayout
      preview="Listeners hear nothing for now. Nothing is lost."
      heading="Your station is off air for now"
      why={WHY}
    >
      <Paragraph>
        Our team has taken your station off air. Listeners hear nothing for now. We keep its
        address, its settings and your recordings.
      </Paragraph>
      <Paragraph>
        You get an email when it is back. If you did not expect this, just reply to this email.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
    </LetterLayout>
  ),
};

/** Tells a member that an admin has put their station back on air. */
export const stationBack: Message<MailedStation> = {
  subject: (station) => aboutStation(station, 'is back on air'),
  Body: (station) => (
    <LetterLayout
      preview="Your station plays again."
      heading="Your station is back on air"
      why={WHY}
      station={station}
    >
      <Paragraph>
        Our team has put your station back on air. Open pages and players start again within
        seconds. If one stays silent, press Play.
      </Paragraph>
      <Action href={station.stationUrl} label="Listen to your station" accent={station.accent} />
    </LetterLayout>
  ),
};

/** Tells a member that the regular checks hear nothing of their station. */
export const stationSilent: Message<{ since: Date; publicUrl: string }> = {
  subject: () => `Your ${BRAND.name} station is silent`,
  Body: ({ since, publicUrl }) => (
    <LetterLayout
      preview="Our team knows, and is working on it."
      heading="Your station is silent"
      why={WHY}
    >
      <Paragraph>
        Our checks have heard no music on your station since {DATE_AND_TIME.format(since)} UTC. Your
        listeners probably hear nothing either.
      </Paragraph>
      <Paragraph>
        Our team knows, and is working on it. You don’t need to do anything. You get an email when
        your station plays again.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
      <SmallPrint>You get at most one of these emails an hour.</SmallPrint>
    </LetterLayout>
  ),
};

/** Tells a member that their silent station plays again. */
export const stationWell: Message<MailedStation> = {
  subject: (station) => aboutStation(station, 'plays again'),
  Body: (station) => (
    <LetterLayout
      preview="The silence is over."
      heading="Your station plays again"
      why={WHY}
      station={station}
    >
      <Paragraph>
        The silence is over: our checks hear music on your station again. Open pages and players
        continue automatically. If one stays silent, press Play.
      </Paragraph>
      <Action href={station.stationUrl} label="Listen to your station" accent={station.accent} />
    </LetterLayout>
  ),
};

/** An event of a member's own domain. */
export type DomainNews = 'connected' | 'failing' | 'lost' | 'back';

interface OwnDomainProps {
  news: DomainNews;
  domain: string;
  /** The station's address that works in any case, and leads to a domain that works. */
  stationUrl: string;
  problem: DomainProblem | null;
  endsAt: Date | null;
  publicUrl: string;
}

const DOMAIN_NEWS: Record<DomainNews, { subject: string; heading: string; preview: string }> = {
  connected: {
    subject: `Your ${BRAND.name} station has its own domain`,
    heading: 'Your station has its own domain',
    preview: 'It answers there from now on.',
  },
  failing: {
    subject: `The domain of your ${BRAND.name} station fails`,
    heading: 'Your domain needs a look',
    preview: 'Your guests still find your station.',
  },
  lost: {
    subject: `We have disconnected your ${BRAND.name} domain`,
    heading: 'Your domain is disconnected',
    preview: 'Your guests find your station at its other address.',
  },
  back: {
    subject: `The domain of your ${BRAND.name} station works again`,
    heading: 'Your domain works again',
    preview: 'There is nothing else to do.',
  },
};

/** Tells a member about their own domain. */
export const ownDomain: Message<OwnDomainProps> = {
  subject: ({ news }) => DOMAIN_NEWS[news].subject,
  Body: ({ news, domain, stationUrl, problem, endsAt, publicUrl }) => (
    <LetterLayout preview={DOMAIN_NEWS[news].preview} heading={DOMAIN_NEWS[news].heading} why={WHY}>
      {news === 'connected' || news === 'back' ? (
        <>
          <Paragraph>
            Your station answers at {domain}. Its other address leads there, and so do links and new
            embeds.
          </Paragraph>
          <Action href={stationUrl} label="Open your station" />
        </>
      ) : (
        <>
          <Paragraph>
            {news === 'failing'
              ? `Our checks find that ${domain} does not work as it should.`
              : `${domain} has not worked for a while, so your station is no longer served there.`}{' '}
            {problem === null ? '' : DOMAIN_PROBLEM_WORDS[problem]}
          </Paragraph>
          <Paragraph>
            Your guests find your station at {stationUrl.replace(/^https?:\/\//, '')} in any case.
            {endsAt === null
              ? ''
              : ` If nothing changes, we disconnect the domain on ${DATE_AND_TIME.format(endsAt)} UTC.`}
          </Paragraph>
          <Action href={`${publicUrl}/members`} label="See what to do" />
        </>
      )}
    </LetterLayout>
  ),
};

const HOURS = new Intl.NumberFormat('en-GB');

/** Tells a member how much of this month's listening hours is used. */
export const listeningHours: Message<{
  percent: number;
  usedHours: number;
  capHours: number;
  forecastHours: number;
  policy: ListeningPolicy;
  publicUrl: string;
}> = {
  subject: ({ percent }) =>
    `You have used ${percent < 100 ? `${percent}%` : 'all'} of your ${BRAND.name} listening hours`,
  Body: ({ percent, usedHours, capHours, forecastHours, policy, publicUrl }) => (
    <LetterLayout
      preview={`${HOURS.format(usedHours)} of ${HOURS.format(capHours)} hours so far.`}
      heading={
        percent < 100 ? `${percent}% of your listening hours` : 'All of your listening hours'
      }
      why={WHY}
    >
      <Paragraph>
        Your station was heard for {HOURS.format(usedHours)} hours this month. Your package includes{' '}
        {HOURS.format(capHours)}. If it continues as in the last week, it will be about{' '}
        {HOURS.format(forecastHours)} hours at the end of the month.
      </Paragraph>
      <Paragraph>{LISTENING_POLICY_WORDS[policy]}</Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
      <SmallPrint>
        You get this email at most once a month for each of 70, 90 and 100 per cent. Your dashboard
        says how we count.
      </SmallPrint>
    </LetterLayout>
  ),
};
