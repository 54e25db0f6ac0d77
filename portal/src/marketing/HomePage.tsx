import { Head } from '../ui/Head.tsx';
import { Closing } from './Closing.tsx';
import { home } from './content/home.ts';
import { EmbedSection } from './EmbedSection.tsx';
import { Hero } from './Hero.tsx';
import { NowPlayingCard } from './player/NowPlayingCard.tsx';
import { Points } from './Points.tsx';
import { Pricing } from './Pricing.tsx';
import { Section } from '../ui/Section.tsx';
import { Steps } from './Steps.tsx';

/** The front door: what this is, a station to hear, what it costs, how one gets it. */
export function HomePage() {
  const { hero, why, how, closing } = home;
  return (
    <main>
      <Head {...home} />
      <Hero heading={hero.heading} lead={hero.lead} price={hero.price} facts={hero.facts}>
        <NowPlayingCard />
      </Hero>
      <Section id="features" tone="sunken" title={why.heading} lead={why.lead}>
        <Points points={why.benefits} />
      </Section>
      <EmbedSection />
      <Section id="how-it-works" tone="sunken" title={how.heading} lead={how.lead}>
        <Steps steps={how.steps} />
      </Section>
      <Pricing />
      <Closing heading={closing.heading} text={closing.text} action="Start Your Station" hasDemo />
    </main>
  );
}
