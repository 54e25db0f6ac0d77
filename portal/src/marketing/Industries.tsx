import { Link } from 'react-router-dom';
import { Section } from '../ui/Section.tsx';
import { SCENE_SIZE, SOLUTIONS } from '../ui/solutions.ts';

/** The seven industries as pictures, each with the link to its page. */
export function Industries() {
  return (
    <Section
      id="solutions"
      tone="sunken"
      title="Made for your kind of place"
      lead="A café at eight does not sound like a hotel lobby at midnight."
    >
      <ul className="grid grid-cols-2 gap-4 sm:gap-6 lg:grid-cols-4">
        {SOLUTIONS.map(({ label, to, line, scene }) => (
          <li key={to} className="lg:last:col-span-2 max-lg:last:col-span-2">
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
                className="w-full flex-1 object-cover"
              />
              <span className="block p-4 sm:p-5">
                <span className="block font-heading text-title font-bold group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4">
                  {label}
                </span>
                <span className="mt-0.5 block text-small text-muted">{line}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
