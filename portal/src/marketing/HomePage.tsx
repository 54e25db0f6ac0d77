import {
  DEFAULT_STATION_NAME,
  DEMO_STATION_SLUG,
} from '@stationhouse/platform-api/contract/stations/values';
import { PlayerControls } from '../player/PlayerControls.tsx';
import { useStationPlayer } from '../player/use-station-player.ts';
import { Head } from '../ui/Head.tsx';
import { Lamp } from '../ui/Lamp.tsx';
import { Picture } from '../ui/Picture.tsx';
import { Section } from '../ui/Section.tsx';
import { home } from './content/home.ts';
import { HearYours } from './HearYours.tsx';
import { HearPlaces } from './HearPlaces.tsx';
import { Industries } from './Industries.tsx';
import { EmbedSection } from './EmbedSection.tsx';
import { Closing, Hero, Points, Steps } from './PageSections.tsx';
import { Pricing } from './Pricing.tsx';
import { useTrial } from './use-trial.tsx';

/** The landing page (specification §2). */
export function HomePage() {
  const { hero, why, how, closing } = home;
  const trial = useTrial();
  return (
    <main>
      <Head {...home} />
      <Hero {...hero} form={<HearYours {...trial.form} />}>
        {trial.card ?? <NowPlayingCard />}
      </Hero>
      <HearPlaces tone="sunken" />
      <Industries />
      <Section id="features" tone="sunken" title={why.heading} lead={why.lead}>
        <Points points={why.benefits} />
      </Section>
      <Section id="how-it-works" title={how.heading} lead={how.lead}>
        <Steps steps={how.steps} />
      </Section>
      <Pricing tone="sunken" />
      <EmbedSection />
      <Closing heading={closing.heading} text={closing.text} action="Start Your Station" hasDemo />
    </main>
  );
}

/** Shown until the track is known (specification §2). */
const LOADING = { title: 'Loading...', artist: 'Please wait', cover: null };

/** The demo station, ready to play. Its size does not change when the player loads. */
function NowPlayingCard() {
  const demo = useStationPlayer(DEMO_STATION_SLUG, { isOpenedEarly: true });
  const track = demo.snapshot?.tracks?.current ?? LOADING;
  return (
    <section
      aria-label="The demo station"
      data-live
      className="theme-night band w-full max-w-md rounded-[1.25rem] bg-background p-5 text-ink shadow-float sm:p-7 md:max-lg:grid md:max-lg:max-w-none md:max-lg:grid-cols-[16rem_minmax(0,1fr)] md:max-lg:gap-x-8"
    >
      <p className="flex items-center justify-between gap-4 text-small text-muted md:max-lg:col-span-2">
        <span className="truncate font-semibold text-ink">
          {demo.snapshot?.station?.station_name ?? DEFAULT_STATION_NAME}
        </span>
        <span className="flex flex-none items-center gap-2.5">
          <Lamp on /> On air now
        </span>
      </p>
      <Picture
        src={track.cover}
        alt=""
        width={480}
        height={480}
        loading="eager"
        className="mt-5 aspect-square w-full rounded-card border border-line md:max-lg:row-span-2"
      />
      <div className="mt-5 mb-5 min-h-15 md:max-lg:self-end">
        <p className="truncate font-heading text-title font-bold">{track.title}</p>
        <p className="truncate text-muted">{track.artist}</p>
      </div>
      <PlayerControls player={demo} />
    </section>
  );
}
