import { Link } from 'react-router-dom';
import { Copyright } from './Copyright.tsx';
import { Logo } from './Logo.tsx';
import { SOLUTIONS } from './solutions.ts';

const COMPANY = [
  { label: 'About', to: '/about' },
  { label: 'Contact', to: '/contact' },
  { label: 'FAQ', to: '/faq' },
  { label: 'Privacy policy', to: '/privacy-policy' },
  { label: 'Terms of service', to: '/terms-of-service' },
  { label: 'Cookie policy', to: '/cookie-policy' },
] as const;

interface SiteFooterProps {
  /** The lines of the operator's postal address. */
  address: readonly string[];
}

/** The footer of every page, dark in both colour schemes. */
export function SiteFooter({ address }: SiteFooterProps) {
  return (
    <footer className="theme-night band border-t border-line bg-background text-ink">
      <div className="container-page grid grid-cols-2 gap-x-8 gap-y-10 py-14 md:gap-x-12 md:py-20 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="col-span-2 lg:col-span-1">
          <Logo className="text-[1.25rem]" />
          <p className="mt-4 max-w-[20em] text-muted">
            Radio stations for businesses. Music chosen by people, in your name, on air day and
            night.
          </p>
        </div>
        <Links title="Solutions" links={SOLUTIONS} />
        <Links title="Company" links={COMPANY} />
        <address className="col-span-2 text-muted not-italic lg:col-span-1">
          <p className="mb-3 font-heading font-bold text-ink">Where we are</p>
          {address.map((line) => (
            <span key={line} className="block leading-7">
              {line}
            </span>
          ))}
        </address>
      </div>
      <div className="container-page">
        <p className="border-t border-line py-6 text-small text-muted">
          <Copyright />
        </p>
      </div>
    </footer>
  );
}

function Links({
  title,
  links,
}: {
  title: string;
  links: readonly { label: string; to: string }[];
}) {
  return (
    <nav aria-label={title}>
      <p className="mb-1.5 font-heading font-bold">{title}</p>
      <ul>
        {links.map(({ label, to }) => (
          <li key={label}>
            <Link
              to={to}
              className="inline-flex min-h-11 items-center rounded-small text-muted hover:text-ink hover:underline hover:underline-offset-4 md:pointer-fine:min-h-9"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
