import { useQuery } from '@tanstack/react-query';
import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { MEMBERS_PATH } from '../../api/member-paths.ts';
import { signOut } from '../../auth/sign-out.ts';
import { buildPath, customerPath, scheduleLink, useAdminDialog } from '../admin-address.ts';
import { customerName } from '../Customer.tsx';
import { NEW_PLAYLIST } from '../library/playlists/new-playlist-address.ts';
import { customerQuery } from '../queries.ts';

/** Something that the palette does when its row is chosen. */
export interface Act {
  label: string;
  /** Other words by which it is found. */
  words?: string;
  run: () => void;
}

interface ActsProps {
  role: 'admin' | 'support';
  onKeys: () => void;
}

/** The acts of the open customer, by their name, and those of every page. */
export function useActs({ role, onKeys }: ActsProps): { name: string; acts: Act[] }[] {
  const navigate = useNavigate();
  const go = (to: string) => () => void navigate(to);
  const isAdmin = role === 'admin';
  return [
    useCustomerActs(isAdmin),
    {
      name: 'Actions',
      acts: [
        ...(isAdmin
          ? [{ label: 'New playlist', words: 'create make music', run: go(NEW_PLAYLIST) }]
          : []),
        { label: 'Keys', words: 'help shortcuts keyboard', run: onKeys },
        { label: 'Member area', words: 'my station', run: go(MEMBERS_PATH) },
        { label: 'Sign Out', words: 'log leave', run: () => void signOut() },
      ],
    },
  ];
}

/** The customer of the page, or of the dialog over it. */
function useOpenCustomer(): string | undefined {
  const { pathname } = useLocation();
  const { params } = matchPath('/admin/customers/:userId/*', pathname) ?? {};
  const asked = new URLSearchParams(useLocation().search).get('customer');
  return params?.userId ?? asked ?? undefined;
}

/** The acts of the customer's page, apart from those that lock out or delete. */
function useCustomerActs(isAdmin: boolean): { name: string; acts: Act[] } {
  const userId = useOpenCustomer();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { open } = useAdminDialog();
  const { data } = useQuery({ ...customerQuery(userId ?? ''), enabled: userId !== undefined });
  if (userId === undefined || !data) return { name: 'This customer', acts: [] };
  const { profile, station } = data;
  const isWaiting = station?.status === 'setup_pending' || Boolean(station?.starter_since);
  const go = (label: string, words: string, to: string) => ({
    label,
    words,
    run: () => void navigate(to),
  });
  const url = station?.station_url;
  const pages = [
    go('Customer page', 'open timeline facts', customerPath(userId)),
    ...(isAdmin && station && isWaiting
      ? [go('Build', 'setup put on air programme', buildPath(userId))]
      : []),
    ...(isAdmin && station ? [go('Schedule', 'programme week', scheduleLink(userId))] : []),
  ];
  return {
    name: station?.station_name ?? customerName(profile),
    acts: [
      ...pages.filter(
        ({ label }) => label !== 'Customer page' || pathname !== customerPath(userId),
      ),
      { label: 'Message', words: 'write answer thread', run: () => open('messages', userId) },
      { label: 'Edit', words: 'change data', run: () => open('edit', userId) },
      ...(url
        ? [
            {
              label: 'Open station page',
              words: 'visit listen',
              run: () => void window.open(url, '_blank', 'noopener'),
            },
          ]
        : []),
      ...(profile.radio_id_texts.length > 0
        ? [
            {
              label: 'Speak the radio IDs',
              words: 'voice lines',
              run: () => open('radio-ids', userId),
            },
          ]
        : []),
      { label: 'View as customer', words: 'support member', run: () => open('view-as', userId) },
      { label: 'All details', words: 'view facts files', run: () => open('view', userId) },
    ],
  };
}
