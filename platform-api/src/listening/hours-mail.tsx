/** @jsxRuntime automatic */
import { z } from 'zod';
import { LISTENING_POLICIES, LISTENING_POLICY_WORDS } from '../../contract/listening/values.ts';
import { Action, LetterLayout, Paragraph, SmallPrint } from '../mail/letter-layout.tsx';
import { mail } from '../mail/send-mail.ts';
import { aboutStation, STATION, WHY } from '../stations/station-mails.tsx';

const HOURS = new Intl.NumberFormat('en-GB');

/** Tells a member how much of this month's listening hours is used. */
export const listeningHours = mail({
  name: 'listening-hours',
  payload: {
    ...STATION,
    percent: z.int(),
    used_hours: z.int(),
    cap_hours: z.int(),
    forecast_hours: z.int(),
    policy: z.enum(LISTENING_POLICIES),
  },
  subject: ({ percent, ...station }) =>
    aboutStation(
      station,
      `has used ${percent < 100 ? `${percent}%` : 'all'} of its listening hours`,
    ),
  Body: ({ percent, used_hours, cap_hours, forecast_hours, policy, publicUrl, ...station }) => (
    <LetterLayout
      preview={`${HOURS.format(used_hours)} of ${HOURS.format(cap_hours)} hours so far.`}
      heading={
        percent < 100 ? `${percent}% of your listening hours` : 'All of your listening hours'
      }
      why={WHY}
      station={station}
    >
      <Paragraph>
        Your station was heard for {HOURS.format(used_hours)} hours this month. Your package
        includes {HOURS.format(cap_hours)}. If it continues as in the last week, it will be about{' '}
        {HOURS.format(forecast_hours)} hours at the end of the month.
      </Paragraph>
      <Paragraph>{LISTENING_POLICY_WORDS[policy]}</Paragraph>
      <Action
        href={`${publicUrl}/members`}
        label="Go to your dashboard"
        accent={station.accent_colour}
      />
      <SmallPrint>
        You get this email at most once a month for each of 70, 90 and 100 per cent. Your dashboard
        says how we count.
      </SmallPrint>
    </LetterLayout>
  ),
});
