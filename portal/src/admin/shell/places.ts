import Activity from 'lucide-react/icons/activity';
import Headphones from 'lucide-react/icons/headphones';
import ListMusic from 'lucide-react/icons/list-music';
import type { LucideIcon } from 'lucide-react';
import MessageSquare from 'lucide-react/icons/message-square';
import Music from 'lucide-react/icons/music';
import Radio from 'lucide-react/icons/radio';
import Sun from 'lucide-react/icons/sun';
import { matchPath } from 'react-router-dom';

/** A page of the admin area. */
export interface Place {
  to: string;
  label: string;
  /** Other words by which it is found. */
  words?: string;
  /** Support may open it, too. */
  forSupport?: boolean;
}

/** A page in the rail, and the pages that belong to it. */
export interface MainPlace extends Place {
  icon: LucideIcon;
  /** Shown below it while one of them is open. */
  parts?: readonly Place[];
  /** Patterns of further addresses that belong to it. */
  also?: readonly string[];
}

export const HISTORY: Place = {
  to: '/admin/history',
  label: 'History',
  words: 'audit log',
  forSupport: true,
};

export const MESSAGES_PATH = '/admin/messages';

export const PLACES: readonly MainPlace[] = [
  { to: '/admin', label: 'Today', words: 'dashboard queue setup', icon: Sun, forSupport: true },
  {
    to: '/admin/stations',
    label: 'Stations',
    words: 'customers',
    icon: Radio,
    also: ['/admin/schedule', '/admin/customers/*'],
    forSupport: true,
  },
  {
    to: '/admin/library',
    label: 'Library',
    words: 'music tracks',
    icon: Music,
    parts: [{ to: '/admin/library/add', label: 'Add music', words: 'upload' }],
  },
  { to: '/admin/playlists', label: 'Playlists', words: 'music rules', icon: ListMusic },
  {
    to: '/admin/listening',
    label: 'Listening',
    words: 'hours trends',
    icon: Headphones,
    parts: [
      {
        to: '/admin/reports',
        label: 'Reports',
        words: 'royalties ppl prs promises csv',
        forSupport: true,
      },
    ],
    forSupport: true,
  },
  {
    to: MESSAGES_PATH,
    label: 'Messages',
    words: 'threads answer',
    icon: MessageSquare,
    forSupport: true,
  },
  {
    to: '/admin/operations',
    label: 'Operations',
    words: 'jobs mails maintenance',
    icon: Activity,
    parts: [{ to: '/admin/webhooks', label: 'Webhooks', words: 'events' }, HISTORY],
  },
];

/** The pages that a role may open. Support has no Operations, so the history stands in the rail itself. */
export function placesOf(role: 'admin' | 'support'): readonly MainPlace[] {
  if (role === 'admin') return PLACES;
  return [
    ...PLACES.filter(({ forSupport }) => forSupport),
    { ...HISTORY, icon: Activity } satisfies MainPlace,
  ];
}

/** Whether an address belongs to a page of the rail. */
export const isWithin = ({ to, parts = [], also = [] }: MainPlace, pathname: string): boolean =>
  [to, ...parts.map((part) => part.to), ...also].some((path) => matchPath(path, pathname));
