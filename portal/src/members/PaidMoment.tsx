import CircleCheck from 'lucide-react/icons/circle-check';
import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import type { Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { SOUND_PATH } from '../api/member-paths.ts';
import { meQuery } from '../api/queries.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Money } from '../ui/Money.tsx';

/** The moment after paying: what was bought, and the one thing to do next. The dashboard follows below. */
export function PaidMoment({ station }: { station: Station }) {
  const { data: me } = useQuery(meQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { package_name, total_amount, currency } = station;
  const firstName = me?.profile.first_name;
  const isSetUp = me?.profile.setup_form_submitted ?? false;
  return (
    <section
      aria-labelledby="paid"
      className="theme-night band mt-6 flex flex-col items-center justify-center rounded-[1.25rem] bg-background px-6 py-10 text-center text-ink sm:min-h-[min(44rem,calc(100svh-6rem))] sm:py-16"
    >
      <CircleCheck aria-hidden="true" className="size-10 text-good sm:size-14" />
      <p className="mt-3 font-semibold text-good">Payment Successful!</p>
      <h2 id="paid" ref={heading} tabIndex={-1} className="mt-4 text-page outline-none sm:mt-8">
        {firstName === undefined ? 'You are in' : `You are in, ${firstName}`}
      </h2>
      <p className="mt-4 max-w-[36em] text-lead text-muted">
        {total_amount === null || package_name === null ? (
          'Your payment has arrived. Thank you.'
        ) : (
          <>
            <Money cents={total_amount} currency={currency} /> for {package_name} has arrived. Thank
            you.
          </>
        )}{' '}
        The receipt is on its way to your inbox, and every invoice is on the Billing page.
      </p>
      {isSetUp ? null : (
        <>
          <ButtonLink to={`${SOUND_PATH}?setup=form`} size="large" className="mt-6 sm:mt-10">
            Set up your station
          </ButtonLink>
          <p className="mt-5 text-small text-muted">
            Ten minutes. Then we build it, and you are on air in under {LAUNCH_HOURS} hours.
          </p>
        </>
      )}
    </section>
  );
}
