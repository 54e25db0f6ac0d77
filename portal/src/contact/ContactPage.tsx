import { openClient } from '../api/client.ts';
import { Head } from '../ui/Head.tsx';
import { PageTitle } from '../ui/Section.tsx';
import { ContactForm, type SendContactMessage } from './ContactForm.tsx';
import { contact } from './content.ts';

const send: SendContactMessage = async (message) => (await openClient()).contact.send(message);

/** The contact form, with email and postal address beside it. */
export function ContactPage() {
  const { heading, lead, direct } = contact;
  return (
    <main className="container-page pb-(--section)">
      <Head {...contact} />
      <PageTitle lead={lead}>{heading}</PageTitle>
      <div className="grid gap-x-20 gap-y-14 lg:grid-cols-[1fr_20rem]">
        <ContactForm send={send} />
        <section aria-labelledby="directly" className="lg:border-s lg:border-line lg:ps-10">
          <h2 id="directly" className="text-title">
            {direct.heading}
          </h2>
          <p className="mt-2 text-muted">{direct.text}</p>
          <p className="mt-5">
            <a href={`mailto:${direct.email}`} className="link break-words">
              {direct.email}
            </a>
          </p>
          <address className="mt-5 text-muted not-italic">
            {direct.address.map((line) => (
              <span key={line} className="block leading-7">
                {line}
              </span>
            ))}
          </address>
        </section>
      </div>
    </main>
  );
}
