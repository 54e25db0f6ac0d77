import { clsx } from 'clsx';
import { Button, ButtonLink } from './Button.tsx';
import { Lamp } from './Lamp.tsx';
import { Section } from './Section.tsx';
import { ShowcaseForms } from './ShowcaseForms.tsx';
import { Shelf, ShowcasePieces } from './ShowcasePieces.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { Toaster } from './Toaster.tsx';

const COLOURS = [
  'bg-background',
  'bg-surface',
  'bg-sunken',
  'bg-line',
  'bg-edge',
  'bg-muted',
  'bg-ink',
  'bg-primary',
  'bg-primary-raised',
  'bg-on-air',
  'bg-on-air-text',
  'bg-on-air-wash',
  'bg-good',
  'bg-good-wash',
  'bg-bad',
  'bg-bad-wash',
] as const;

const nothing = () => {};

/** Every UI component in every state, light and dark. In development only, at /dev/ui. */
export function ShowcasePage() {
  return (
    <>
      <title>UI components</title>
      <SiteHeader visitor={{ signedIn: false, isAdmin: false, onSignOut: nothing }} />
      <main id="content">
        <div className="grid xl:grid-cols-2">
          <Pieces name="Day" theme="theme-day" />
          <Pieces name="Night" theme="theme-night" />
        </div>
        <Section tone="sunken" title="A sunken band" lead="Between two other bands." />
        <Section
          tone="night"
          title="A night band closes a page"
          lead="Dark in both colour schemes."
        >
          <div className="flex flex-wrap gap-3">
            <Button size="large">Get Started Today</Button>
            <Button size="large" kind="secondary">
              Listen to Demo
            </Button>
            <Button size="large" kind="quiet">
              Quiet
            </Button>
          </div>
        </Section>
      </main>
      <SiteHeader visitor={{ signedIn: true, isAdmin: true, onSignOut: nothing }} />
      <SiteFooter address={['Stationhouse Ltd', '1 Example Street', 'London E1 6AN']} />
      <Toaster />
    </>
  );
}

function Pieces({ name, theme }: { name: string; theme: string }) {
  return (
    <div className={clsx('container-page min-w-0 bg-background pt-12 text-ink md:pt-20', theme)}>
      <p className="flex items-center gap-2.5 text-small font-semibold text-on-air-text">
        <Lamp on /> {name}
      </p>
      <h1 className="mt-4 max-w-[8em] text-hero">Your café, on air by Thursday</h1>
      <p className="mt-5 max-w-[29em] text-lead text-muted">
        A radio station in your name: music chosen by people, your own announcements, from only €149
        a month.
      </p>
      <div className="mt-8 flex flex-wrap gap-3 pb-12">
        <ButtonLink to="/signup" size="large">
          Start Your Station
        </ButtonLink>
        <ButtonLink href="/demo" newTab size="large" kind="secondary">
          Listen to Demo
        </ButtonLink>
      </div>
      <Shelf title="Colours">
        <ul className="grid grid-cols-4 gap-2 sm:grid-cols-8">
          {COLOURS.map((colour) => (
            <li
              key={colour}
              title={colour}
              className={clsx('h-12 rounded-small border border-line', colour)}
            />
          ))}
        </ul>
      </Shelf>
      <Shelf title="Type">
        <p className="font-heading text-hero font-bold">Hero 0123</p>
        <p className="font-heading text-page font-bold">Page</p>
        <p className="font-heading text-heading font-bold">Heading</p>
        <p className="font-heading text-title font-bold">Title</p>
        <p className="text-lead">Lead: music all day, and your own voice in between.</p>
        <p>
          Text:{' '}
          <a className="link" href="#content">
            a link within it
          </a>
          , and then some more.
        </p>
        <p className="text-small text-muted">Small: the next payment is on 1 December.</p>
      </Shelf>
      <ShowcasePieces />
      <ShowcaseForms />
    </div>
  );
}
