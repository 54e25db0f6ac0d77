import { Head } from '../ui/Head.tsx';
import { PageTitle, Prose } from '../ui/Section.tsx';
import { type DocumentContent, type Passage, sectionId } from './content/content.ts';

/** A text page with a table of contents: about us and the legal pages. */
export function DocumentPage({ content }: { content: DocumentContent }) {
  const { heading, lead, updated, sections } = content;
  return (
    <main className="container-page pb-(--section)">
      <Head {...content} />
      <PageTitle lead={lead}>{heading}</PageTitle>
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[15rem_1fr]">
        <nav aria-label="On this page" className="max-lg:hidden lg:sticky lg:top-24 lg:self-start">
          <p className="font-heading font-bold">On this page</p>
          <ol className="mt-2 border-s border-line text-small">
            {sections.map((section) => (
              <li key={section.heading}>
                <a
                  href={`#${sectionId(section.heading)}`}
                  className="flex min-h-11 items-center rounded-small ps-4 text-muted hover:text-ink hover:underline hover:underline-offset-4 pointer-fine:min-h-8"
                >
                  {section.heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <Prose className="[&>section:first-of-type>h2]:pt-0">
          {updated === undefined ? null : (
            <p className="text-small text-muted">Last changed on {updated}</p>
          )}
          {sections.map((section) => (
            <section key={section.heading} className="space-y-4">
              <h2 id={sectionId(section.heading)}>{section.heading}</h2>
              {section.body.map((passage) => (
                <PassageText key={String(passage)} passage={passage} />
              ))}
            </section>
          ))}
        </Prose>
      </div>
    </main>
  );
}

function PassageText({ passage }: { passage: Passage }) {
  if (typeof passage === 'string') return <p>{passage}</p>;
  return (
    <ul>
      {passage.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
