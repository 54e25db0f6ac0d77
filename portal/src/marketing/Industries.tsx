import { Link } from 'react-router-dom';
import { Lamp } from '../ui/Lamp.tsx';
import { Section } from '../ui/Section.tsx';
import { SCENE_SIZE, SOLUTIONS } from '../ui/solutions.ts';

/** The seven industries as pictures, each with the link to its page. */
export function Industries() {
  return (
    <Section
      id="solutions"
      title="Made for your kind of place"
      lead="A café at eight does not sound like a hotel lobby at midnight."
    >
      <ul className="grid grid-cols-2 gap-4 sm:gap-6 lg:grid-cols-4">
        {SOLUTIONS.map(({ label, to, line, scene }) => (
          <li key={to}>
            <Link
              to={to}
              className="group flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface text-ink no-underline"
            >
              <img
                src={scene}
                alt=""
                {...SCENE_SIZE}
                loading="lazy"
                decoding="async"
                className="aspect-[8/5] w-full object-cover"
              />
              <span className="block p-3 sm:p-5">
                <span className="block font-heading text-text font-bold sm:text-title group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4">
                  {label}
                </span>
                <span className="mt-0.5 block text-small text-muted">{line}</span>
              </span>
            </Link>
          </li>
        ))}
        <li>
          <Link
            to="/contact"
            className="theme-night band group flex h-full flex-col justify-between gap-6 rounded-card bg-background p-3 text-ink no-underline sm:p-5"
          >
            <Lamp on={false} className="mt-2 ms-2 text-[1.75rem]" />
            <span className="block">
              <span className="block font-heading text-text font-bold sm:text-title group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4">
                Another place?
              </span>
              <span className="mt-0.5 block text-small text-muted">Tell us about yours</span>
            </span>
          </Link>
        </li>
      </ul>
    </Section>
  );
}
