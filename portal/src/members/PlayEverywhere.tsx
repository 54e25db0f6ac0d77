import type { Station } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { Fragment, useId, type ReactNode } from 'react';
import { PRINT_PATH, WEBSITE_PATH } from '../api/member-paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { QrCode } from '../ui/QrCode.tsx';
import { RadioScene, TabletScene, TvScene, WebsiteScene } from './scenes.tsx';

/** A page of a station: `/tv` on its own host, or after its name. */
export function pageOf({ station_url }: Station, view: 'tv' | 'tv-static' | 'play'): string {
  const url = new URL(station_url);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${view}`;
  return url.href;
}

/** An address as it is read aloud or typed. */
export const withoutScheme = (url: string): string =>
  url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** The ways to listen to a station on air, each with its next step. */
export function PlayEverywhere({ station }: { station: Station }) {
  const { station_name, station_url, stream_url } = station;
  const tv = pageOf(station, 'tv');
  return (
    <Card
      title="Play it everywhere"
      description="One station, on every screen and speaker you have."
    >
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 lg:gap-5 xl:grid-cols-6">
        <Way
          className="xl:col-span-2"
          name="On a tablet"
          picture={<TabletScene />}
          actions={
            <ButtonLink href={station_url} newTab kind="secondary" size="small">
              Open the page
            </ButtonLink>
          }
        >
          Open your page on the tablet behind the counter, press play, and leave it on.
        </Way>
        <Way
          className="xl:col-span-2"
          name="On a TV"
          picture={<TvScene />}
          address={tv}
          actions={
            <ButtonLink href={tv} newTab kind="secondary" size="small">
              Open the TV page
            </ButtonLink>
          }
        >
          Type this address into the TV’s browser. An old TV?{' '}
          <a href={pageOf(station, 'tv-static')} target="_blank" rel="noopener" className="link">
            Use the simple page
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
          .
        </Way>
        <Way
          className="xl:col-span-2"
          name="For your guests"
          picture={
            <QrCode
              text={station_url}
              label={`QR code of ${withoutScheme(station_url)}`}
              className="size-14 rounded-small sm:size-26"
            />
          }
          actions={
            <>
              <ButtonLink to={PRINT_PATH} kind="secondary" size="small">
                Print table cards
              </ButtonLink>
              <ButtonLink to={`${PRINT_PATH}#post`} kind="secondary" size="small">
                Make a picture to post
              </ButtonLink>
            </>
          }
        >
          {`Guests scan the code and hear ${station_name} on their phones, at home too.`}
        </Way>
        <Way
          className="xl:col-span-3"
          name="On your website"
          picture={<WebsiteScene />}
          actions={
            <ButtonLink to={WEBSITE_PATH} kind="secondary" size="small">
              Get the player
            </ButtonLink>
          }
        >
          Choose how the player looks, copy one line, and paste it into your site.
        </Way>
        <Way
          className="sm:col-span-2 xl:col-span-3"
          name="On radios and speakers"
          picture={<RadioScene />}
          address={stream_url}
          actions={
            <CopyButton
              size="small"
              text={stream_url}
              byHand="Select the address and copy it yourself."
            >
              Copy the stream address
            </CopyButton>
          }
        >
          For internet radios, Sonos and music apps: enter the address of the stream.
        </Way>
      </ul>
    </Card>
  );
}

interface WayProps {
  name: string;
  picture: ReactNode;
  /** Shown to be typed or copied. */
  address?: string;
  actions: ReactNode;
  className?: string;
  children: ReactNode;
}

/** One way to listen: a row on phones, else a tile with the picture on top. */
function Way({ name, picture, address, actions, className, children }: WayProps) {
  const id = useId();
  return (
    <li
      aria-labelledby={id}
      className={clsx(
        'grid min-w-0 grid-cols-[4.5rem_minmax(0,1fr)] gap-4 overflow-hidden rounded-card border border-line p-4 sm:flex sm:flex-col sm:gap-0 sm:p-0',
        className,
      )}
    >
      <div className="flex items-center justify-center self-start rounded-small bg-sunken p-2 max-sm:h-18 sm:min-h-34 sm:self-stretch sm:rounded-none sm:p-4 [&>svg]:max-w-full">
        {picture}
      </div>
      <div className="sm:px-5 sm:pt-5">
        <h3 id={id} className="font-sans text-text leading-6 font-semibold">
          {name}
        </h3>
        <p className="mt-1 text-small text-muted">{children}</p>
      </div>
      <div className="max-sm:col-span-2 sm:mt-auto sm:px-5 sm:pb-5">
        {address === undefined ? null : (
          <p className="mb-3 text-small font-semibold wrap-anywhere select-all sm:mt-2.5">
            <Breakable text={withoutScheme(address)} />
          </p>
        )}
        <div className="flex flex-wrap gap-2 sm:pt-4">{actions}</div>
      </div>
    </li>
  );
}

/** An address that breaks after its slashes. */
function Breakable({ text }: { text: string }) {
  return text.split('/').map((part, at) => (
    <Fragment key={at}>
      {at === 0 ? null : (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
}
