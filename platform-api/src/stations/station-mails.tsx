/** @jsxRuntime automatic */
import { z } from 'zod';
import { BRAND } from '../../contract/site/brand.ts';
import { DarkLogo, LogoShape } from '../../contract/stations/schemas.ts';
import { LAUNCH_HOURS } from '../../contract/stations/values.ts';
import { DATE_AND_TIME, newsAbout } from '../mail/format.ts';
import {
  Action,
  LetterLayout,
  MoreActions,
  Paragraph,
  SmallPrint,
} from '../mail/letter-layout.tsx';
import { mail } from '../mail/send-mail.ts';
import type { MailedStation } from '../mail/station-sign.tsx';

export const WHY = `You get this email because you have a station with ${BRAND.name}.`;

/** A mail about a station looks like it; jobs that were queued by an earlier release have its address at most. */
export const STATION = {
  station_url: z.string().default(''),
  accent_colour: z.string().nullable().default(null),
  station_name: z.string().nullable().default(null),
  station_logo_url: z.string().nullable().default(null),
  logo_shape: LogoShape.nullable().default(null),
  dark_logo: DarkLogo.nullable().default(null),
  is_on_air: z.boolean().default(true),
};

/** A subject about a station. */
export const aboutStation = (
  { station_name }: Pick<MailedStation, 'station_name'>,
  event: string,
): string => newsAbout(station_name ?? `Your ${BRAND.name} station`, event);

/** Tells a member that their station is on air for the first time. */
export const stationLive = mail({
  name: 'station-live',
  payload: {
    ...STATION,
    /** With its starter programme. Mails of earlier releases do not say. */
    is_starter: z.boolean().default(false),
  },
  subject: (station) => aboutStation(station, 'is on air'),
  Body: ({ is_starter, publicUrl, ...station }) => (
    <LetterLayout
      preview="Your page is ready. Have a listen."
      heading="Your station is on air"
      why={WHY}
      station={station}
    >
      <Paragraph>
        Your station is ready and plays day and night from now on. This is its own page: open it
        wherever you want music, and share its address with your guests.
      </Paragraph>
      {is_starter ? (
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
      <Action href={station.station_url} label="Listen" accent={station.accent_colour} />
      <MoreActions
        actions={[
          { href: `${station.station_url}/tv`, label: 'Put it on the TV' },
          { href: `${publicUrl}/members/share/print`, label: 'Print table cards' },
        ]}
      />
    </LetterLayout>
  ),
});

/** Asks a member to hear their station before its first air. */
export const stationReady = mail({
  name: 'station-ready',
  payload: STATION,
  subject: (station) => aboutStation(station, 'is ready to be heard'),
  Body: ({ publicUrl, ...station }) => (
    <LetterLayout
      preview="Listen first, then say yes."
      heading="Your station is ready to be heard"
      why={WHY}
      station={station}
    >
      <Paragraph>
        Your radio IDs and the first hour of music are ready. For now, only you can hear them.
        Listen on your phone or computer. Then say yes, or tell us what to change.
      </Paragraph>
      <Paragraph>Your station goes on air as soon as you approve it.</Paragraph>
      <Action href={`${publicUrl}/members/sound`} label="Hear it first" />
    </LetterLayout>
  ),
});

/** Tells a member that their own programme has replaced the starter programme. */
export const ownProgramme = mail({
  name: 'own-programme',
  payload: STATION,
  subject: (station) => aboutStation(station, 'plays its own programme'),
  Body: ({ publicUrl, ...station }) => (
    <LetterLayout
      preview="It replaces the starter programme."
      heading="Your own programme is on air"
      why={WHY}
      station={station}
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
});

/** Tells a member that their station is off air because it was not paid for. */
export const stationSuspended = mail({
  name: 'station-suspended',
  payload: STATION,
  subject: (station) => aboutStation(station, 'is off air'),
  Body: ({ publicUrl, ...station }) => (
    <LetterLayout
      preview="It comes back unchanged as soon as you pay."
      heading="Your station is off air"
      why={WHY}
      station={station}
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
});

/** Tells a member that their suspended station is back on air. */
export const stationRestored = mail({
  name: 'station-restored',
  payload: STATION,
  subject: (station) => aboutStation(station, 'is back'),
  Body: ({ publicUrl, ...station }) => (
    <LetterLayout
      preview="Your payment has arrived. Thank you."
      heading="Your station is back"
      why={WHY}
      station={station}
    >
      <Paragraph>
        Thank you, your payment has arrived. Your station is back, just as it was. There is nothing
        else to do.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
    </LetterLayout>
  ),
});

/** Tells a member that an admin has taken their station off air. */
export const stationOffAir = mail({
  name: 'station-off-air',
  payload: STATION,
  subject: (station) => aboutStation(station, 'is off air for now'),
  Body: ({ publicUrl, ...station }) => (
    <LetterLayout
      preview="Listeners hear nothing for now. Nothing is lost."
      heading="Your station is off air for now"
      why={WHY}
      station={station}
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
});

/** Tells a member that an admin has put their station back on air. */
export const stationBack = mail({
  name: 'station-back',
  payload: STATION,
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
      <Action
        href={station.station_url}
        label="Listen to your station"
        accent={station.accent_colour}
      />
    </LetterLayout>
  ),
});

/** Tells a member that the regular checks hear nothing of their station. */
export const stationSilent = mail({
  name: 'station-silent',
  payload: { ...STATION, since: z.iso.datetime() },
  subject: (station) => aboutStation(station, 'is silent'),
  Body: ({ since, publicUrl, ...station }) => (
    <LetterLayout
      preview="Our team knows, and is working on it."
      heading="Your station is silent"
      why={WHY}
      station={station}
    >
      <Paragraph>
        Our checks have heard no music on your station since {DATE_AND_TIME.format(new Date(since))}{' '}
        UTC. Your listeners probably hear nothing either.
      </Paragraph>
      <Paragraph>
        Our team knows, and is working on it. You don’t need to do anything. You get an email when
        your station plays again.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
      <SmallPrint>You get at most one of these emails an hour.</SmallPrint>
    </LetterLayout>
  ),
});

/** Tells a member that their silent station plays again. */
export const stationWell = mail({
  name: 'station-well',
  payload: STATION,
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
      <Action
        href={station.station_url}
        label="Listen to your station"
        accent={station.accent_colour}
      />
    </LetterLayout>
  ),
});
