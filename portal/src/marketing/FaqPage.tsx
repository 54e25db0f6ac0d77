import { Accordion } from '../ui/Accordion.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Head } from '../ui/Head.tsx';
import { PageTitle } from '../ui/Section.tsx';
import { sectionId } from './content/content.ts';
import { faq } from './content/faq.ts';

/** Questions and answers in groups. */
export function FaqPage() {
  return (
    <main className="container-page pb-(--section)">
      <Head {...faq} />
      <PageTitle lead={faq.lead}>{faq.heading}</PageTitle>
      <div className="grid gap-14">
        {faq.groups.map(({ heading, questions }, index) => (
          <section
            key={heading}
            aria-labelledby={sectionId(heading)}
            className="grid gap-x-16 gap-y-5 lg:grid-cols-[15rem_1fr]"
          >
            <h2
              id={sectionId(heading)}
              className="pt-5 text-title lg:sticky lg:top-24 lg:self-start"
            >
              {heading}
            </h2>
            <Accordion items={questions} opensFirst={index === 0} />
          </section>
        ))}
      </div>
      <section className="mt-20 rounded-card bg-sunken p-6 sm:p-10">
        <h2 className="text-heading">{faq.closing.heading}</h2>
        <p className="mt-3 max-w-[50ch] text-lead text-muted">{faq.closing.text}</p>
        <ButtonLink to="/contact" className="mt-6">
          Contact us
        </ButtonLink>
      </section>
    </main>
  );
}
