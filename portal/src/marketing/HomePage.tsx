import { Head } from '../ui/Head.tsx';
import { Section } from '../ui/Section.tsx';
import { home } from './content/home.ts';
import { EmbedSection } from './EmbedSection.tsx';
import { Closing, Hero, Points, Steps } from './PageSections.tsx';
import { NowPlayingCard } from './player/NowPlayingCard.tsx';
import { Pricing } from './Pricing.tsx';

/** The landing page (specification §2). */
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
