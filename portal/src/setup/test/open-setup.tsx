import { NO_WISHES } from '@stationhouse/platform-api/contract/setup/music-wishes';
import type { Profile, Station } from '@stationhouse/sdk/client';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { meQuery } from '../../api/queries.ts';
import { profile as ada } from '../../api/test/answers.ts';
import { station as house } from '../../stations/test/web-radio-page.tsx';
import { doing, draw, find, until } from '../../ui/test/draw.tsx';
import { takeToasts, type ToastMessage } from '../../ui/toast.ts';
import { SetupPrompt } from '../SetupPrompt.tsx';
import { StationManagement } from '../StationManagement.tsx';

export const profile: Profile = ada;

/** Ada's setup. */
export const submitted: Partial<Profile> = {
  station_name_request: 'Counting House Radio',
  voice_preference: 'female',
  radio_id_texts: ['You are listening to Counting House Radio.', 'Good coffee, good music.'],
  radio_id_frequency: 15,
  announcement_frequency: 45,
  commercial_spots_per_break: 3,
  setup_form_submitted: true,
  setup_form_submitted_at: '2026-11-21T12:00:00.000Z',
};

const user = { id: profile.user_id, email: profile.email, phone: null, new_email: null };
const session = { access_token: 'a', token_type: 'bearer', expires_in: 900, user };

/** The API's answer to a submission. */
export type Answer = Response | Promise<Response>;

/** A refusal or failure of the API. */
export const refused = (status: number, code: string, more: object = {}): Response =>
  Response.json(
    { status, code, title: 'Its title', detail: 'Its sentence.', request_id: 'r1', ...more },
    { status },
  );

interface Page {
  station?: Partial<Station>;
  profile?: Partial<Profile>;
  /** The answer to a submission; stores it by default. */
  submission?: (body: Record<string, unknown>) => Answer;
  /** The address of the page. */
  address?: string;
}

/** A stub of the API. */
function stubApi({ profile: more, submission }: Page) {
  const sent: Record<string, unknown>[] = [];
  const looks: unknown[] = [];
  let known: Profile = { ...profile, ...more };
  const submit = (body: Record<string, unknown>): Response => {
    const setup_form_submitted_at = '2026-11-22T12:00:00.000Z';
    known = { ...known, ...body, setup_form_submitted: true, setup_form_submitted_at };
    return Response.json(known);
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    switch (`${method} ${new URL(url).pathname}`) {
      case 'POST /v1/auth/token':
        return Response.json(session);
      case 'GET /v1/me':
        return Response.json({ user, role: 'user', profile: known });
      case 'GET /v1/me/assets':
        return Response.json({ data: [], has_more: false, next_cursor: null });
      case 'PUT /v1/me/setup': {
        const setup: Record<string, unknown> = JSON.parse(String(body));
        sent.push(setup);
        return submission?.(setup) ?? submit(setup);
      }
      case 'PUT /v1/me/station/look': {
        const look: Partial<Station> = JSON.parse(String(body));
        looks.push(look);
        return Response.json({ ...house, status: 'setup_pending', ...look });
      }
      default:
        throw new Error(`Nothing answers ${method} ${url}`);
    }
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return {
    sent,
    looks,
    /** A submission from another tab or device. */
    submitElsewhere: submit,
  };
}

function Cards({ station }: { station: Station }) {
  const { data } = useQuery(meQuery);
  return data ? (
    <>
      <SetupPrompt station={station} profile={data.profile} />
      <StationManagement station={station} profile={data.profile} />
    </>
  ) : null;
}

/** The setup cards of the dashboard, in StrictMode. */
export async function openPage(options: Page = {}) {
  const { sent, looks, submitElsewhere } = stubApi(options);
  onTestFinished(() => localStorage.clear());
  const toasts: ToastMessage[] = [];
  onTestFinished(takeToasts((message) => toasts.push(message)));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  onTestFinished(() => queries.clear());
  const station: Station = { ...house, status: 'setup_pending', ...options.station };
  const router = createMemoryRouter(
    [
      { path: '/', element: <h1>Elsewhere</h1> },
      { path: '/members', element: <Cards station={station} /> },
    ],
    { initialEntries: ['/', options.address ?? '/members'] },
  );
  const { redraw } = await draw(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  await until(() => find(HTMLElement, '#station-management'));
  return {
    /** The submissions. */
    sent,
    /** The looks that were saved. */
    looks,
    toasts,
    submitElsewhere,
    address: () => router.state.location.pathname + router.state.location.search,
    /** The browser's back button. */
    goBack: () => doing(() => router.navigate(-1)),
    /** Focuses the window. */
    askAgain: () => doing(() => queries.refetchQueries(meQuery)),
    leave: () => redraw(<p>Elsewhere</p>),
  };
}

/** Opens the page and its form. */
export async function openForm(options: Page = {}) {
  const page = await openPage(options);
  await press(options.profile?.setup_form_submitted ? 'Edit setup information' : 'Open setup form');
  await until(() => field('station_name_request'));
  return page;
}

/** Shows a step of the form. */
export const goTo = (step: 'Music' | 'Name & voice' | 'Announcements'): Promise<void> =>
  doing(() => {
    [...document.querySelectorAll<HTMLElement>('[role="dialog"] nav button')]
      .find((each) => each.textContent?.includes(step))
      ?.click();
  });

/** Submits the form from its last step. */
export async function submit(): Promise<void> {
  await goTo('Announcements');
  await press('Submit setup');
}

/** The wishes of a form in which nothing was wished. */
export const noWishes = {
  ...NO_WISHES,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** The name of a control, without its hidden text. */
function nameOf(control: HTMLElement): string {
  const shown = control.cloneNode(true) as HTMLElement; // A copy is of the same kind.
  for (const hidden of shown.querySelectorAll('.invisible')) hidden.remove();
  return (control.getAttribute('aria-label') ?? shown.textContent ?? '').trim();
}

const named = (name: string): HTMLButtonElement[] =>
  [...document.querySelectorAll('button')].filter((each) => nameOf(each) === name);

export const isThere = (name: string): boolean => named(name).length > 0;

/** The button with this name. */
export function button(name: string): HTMLButtonElement {
  const [only, ...others] = named(name);
  if (!only || others.length > 0) throw new Error(`${others.length} others are called ${name}.`);
  return only;
}

/** Focuses and presses a button. */
export const press = (name: string): Promise<void> =>
  doing(() => {
    button(name).focus();
    button(name).click();
  });

export const dialog = (): HTMLElement => find(HTMLElement, '[role="dialog"]');
export const isClosed = (): boolean => document.querySelector('[role="dialog"]') === null;

export const field = (name: string): HTMLInputElement =>
  find(HTMLInputElement, `[role="dialog"] input[name="${name}"]`);

/** The control with this label. */
export function labelled(label: string): HTMLInputElement | HTMLTextAreaElement {
  const found = [...dialog().querySelectorAll('label')].find(
    (each) => each.textContent?.replace(' *', '') === label,
  );
  const control = found?.control;
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) return control;
  throw new Error(`Nothing is labelled ${label}.`);
}

/** The scripts, row by row. */
export const scripts = (): string[] =>
  [...dialog().querySelectorAll('textarea')].map(({ value }) => value);

/** The accessible description of a control. */
export function said(control: HTMLElement): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

/** Types into a control, so that React notices. */
export function write(control: HTMLInputElement | HTMLTextAreaElement, text: string) {
  const { prototype } =
    control instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  return doing(() => {
    // React overrides the property, so the native setter is called.
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, text);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Focuses a number, types another one and leaves it. */
export async function writeNumber(label: string, text: string): Promise<void> {
  const control = labelled(label);
  await doing(() => control.focus());
  await write(control, text);
  await doing(() => control.blur());
}

/** The text of the page. */
export const text = (): string => document.body.textContent ?? '';
