import { INDUSTRIES, type Industry } from '@stationhouse/platform-api/contract/setup/values';
import { DEMO_STATION_SLUG } from '@stationhouse/platform-api/contract/stations/values';
import { PlayerControls } from '../player/PlayerControls.tsx';
import { useStationPlayer } from '../player/use-station-player.ts';
import { Head } from '../ui/Head.tsx';
import { Lamp } from '../ui/Lamp.tsx';
import { Section } from '../ui/Section.tsx';
import { SCENE_SIZE, sceneUrl, SOLUTIONS } from '../ui/solutions.ts';
import type { IndustryContent } from './content/content.ts';
import { home } from './content/home.ts';
import { HearYours } from './HearYours.tsx';
import { HearPlaces } from './HearPlaces.tsx';
import { Closing, Hero, Points, Steps } from './PageSections.tsx';
import { Pricing } from './Pricing.tsx';
import { useTrial } from './use-trial.tsx';

/** The page of one industry; its texts are a file in `content`. */
export function IndustryPage({ content }: { content: IndustryContent }) {
  const { closing, badges = [] } = content;
  const industry = industryOf(content);
  const trial = useTrial();
  return (
    <main>
      <Head {...content} />
      <Hero
        heading={content.headline}
        lead={content.lead}
        price={home.hero.price}
        facts={badges}
        form={<HearYours {...trial.form} industry={industry} />}
      >
        {trial.card ?? (
          <IndustryCard industry={industry} moment={content.moment} card={content.card} />
        )}
      </Hero>
      <Section id="features" tone="sunken" title={content.features_heading}>
        <Points points={content.features} />
      </Section>
      <HearPlaces industry={industry} />
      <Section id="how-it-works" tone="sunken" title={content.steps_heading}>
        <Steps steps={content.steps} />
      </Section>
      <Pricing />
      <Closing
        heading={closing.heading}
        text={closing.text}
        action="Get Started Today"
        hasDemo={closing.has_demo}
      />
    </main>
  );
}

/** An example station of the industry, with a sample announcement. It plays the demo station, and says so. */
function IndustryCard({
  industry,
  moment,
  card,
}: Pick<IndustryContent, 'moment' | 'card'> & { industry: Industry | undefined }) {
  const demo = useStationPlayer(DEMO_STATION_SLUG, { isOpenedEarly: true });
  const track = demo.snapshot?.tracks?.current;
  return (
    <section
      aria-label={`${card.station_name}, an example`}
      className={`look look-${industry} theme-night band overflow-hidden rounded-[1.25rem] bg-background text-ink shadow-float`}
    >
      <img
        src={sceneUrl(industry ?? '')}
        alt=""
        {...SCENE_SIZE}
        decoding="async"
        className="aspect-[12/5] w-full object-cover"
      />
      <div className="p-5 sm:p-7">
        <p className="flex items-center justify-between gap-4 text-small">
          <span className="truncate font-semibold">{card.station_name}</span>
          <span className="flex flex-none items-center gap-2.5 text-muted">
            <Lamp on /> On air
          </span>
        </p>
        <p className="mt-5 font-heading text-page font-bold tabular">{moment.time}</p>
        <p className="mt-3 text-ink">{moment.scene}</p>
        <figure className="mt-5 border-s-2 border-primary ps-4">
          <figcaption className="text-small text-muted">Between two songs</figcaption>
          <blockquote className="mt-1 font-heading text-lead leading-snug font-medium">
            “{card.announcement}”
          </blockquote>
        </figure>
        <div className="mt-5 border-t border-line pt-5">
          <PlayerControls player={demo} />
          <p className="mt-4 truncate text-small text-muted">
            {track ? `Our demo station: ${track.title}, ${track.artist}` : 'Plays our demo station'}
          </p>
        </div>
      </div>
    </section>
  );
}

/** The industry whose page has this content. */
function industryOf({ name }: IndustryContent): Industry | undefined {
  const path = SOLUTIONS.find(({ label }) => label === name)?.to.slice(1);
  return INDUSTRIES.find((each) => each === path);
}
