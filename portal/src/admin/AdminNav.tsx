import { clsx } from 'clsx';
import { NavLink } from 'react-router-dom';

const PAGES = [
  { label: 'Dashboard', to: '/admin' },
  { label: 'Music', to: '/admin/music' },
  { label: 'Playlists', to: '/admin/playlists' },
  { label: 'Webhooks', to: '/admin/webhooks' },
  { label: 'Operations', to: '/admin/operations' },
] as const;

/** The pages of the admin area. */
export function AdminNav() {
  return (
    <nav aria-label="Admin area" className="-ms-3.5 -mt-3 mb-5 flex flex-wrap gap-1">
      {PAGES.map(({ label, to }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            clsx(
              'inline-flex min-h-11 items-center rounded-card px-3.5 font-semibold no-underline',
              isActive ? 'bg-sunken text-ink' : 'text-muted hover:text-ink',
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
