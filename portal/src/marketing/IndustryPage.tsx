import { Head } from '../ui/Head.tsx';
import { Section } from '../ui/Section.tsx';
import type { IndustryContent } from './content/content.ts';
import { home } from './content/home.ts';
import { Closing, Hero, Points, Steps } from './PageSections.tsx';
import { IndustryCard } from './player/IndustryCard.tsx';
import { Pricing } from './Pricing.tsx';

/** The page of one industry; its texts are a file in `content`. */
export function IndustryPage({ content }: { content: IndustryContent }) {
  const { closing, badges = [] } = content;
  return (
    <main>
      <Head {...content} />
      <Hero heading={content.headline} lead={content.lead} price={home.hero.price} facts={badges}>
        <IndustryCard moment={content.moment} card={content.card} />
      </Hero>
      <Section id="features" tone="sunken" title={content.features_heading}>
        <Points points={content.features} />
      </Section>
      <Section id="how-it-works" title={content.steps_heading}>
        <Steps steps={content.steps} />
      </Section>
      <Pricing tone="sunken" />
      <Closing
        heading={closing.heading}
        text={closing.text}
        action="Get Started Today"
        hasDemo={closing.has_demo}
      />
    </main>
  );
}
