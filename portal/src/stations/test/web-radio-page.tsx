import type { Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { onTestFinished, vi } from 'vitest';
import { stationQuery } from '../../api/queries.ts';
import { doing, drawPages, find, until } from '../../ui/test/draw.tsx';
import { takeToasts, type ToastMessage } from '../../ui/toast.ts';
import { WebRadioPageCard } from '../WebRadioPageCard.tsx';

export const station: Station = {
  id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a11',
  user_id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10',
  status: 'active',
  station_name: 'The Counting House',
  public_id: 'st_019aa5d47f3a7c1e9d550b6f3f1c2a11',
  station_slug: 'counting-house',
  station_url: 'https://radio.example.com/counting-house',
  station_logo_url: null,
  logo_shape: null,
  accent_colour: null,
  theme: null,
  dark_logo: null,
  background_url: null,
  zone: null,
  wall_message: null,
  stream_url: 'https://radio.example.com/stream/counting-house',
  is_on_air_here: true,
  has_music: true,
  waiting_for: null,
  is_name_operators: false,
  waiting_since: null,
  starter_since: null,
  radio_player_embed: null,
  package_name: 'Professional',
  package_price: 299_00,
  vat_amount: 129_60,
  total_amount: 777_60,
  currency: 'eur',
  purchased_at: '2026-11-20T12:00:00.000Z',
  setup_completed_at: '2026-11-21T12:00:00.000Z',
  admin_uploaded_ids: [],
  admin_uploaded_commercials: [],
  slug_changes_left: 7,
  updated_at: '2026-11-21T12:00:00.000Z',
};

interface Answer {
  status?: number;
  body: unknown;
}

interface Api {
  /** The initial station. */
  own?: Partial<Station>;
  /** Whether a slug is available; by default all are. */
  availability?: (slug: string) => Answer | Promise<Answer>;
  /** The answer to a change; by default it succeeds. */
  change?: (slug: string) => Answer | Promise<Answer>;
}

/** An error response of the API. */
export const problem = (status: number, code: string, detail: string): Answer => ({
  status,
  body: { type: 'about:blank', status, code, title: code, detail, request_id: 'r1' },
});

/** A response that the test releases. */
export function later(answer: Answer) {
  let come = () => {};
  const coming = new Promise<Answer>((resolve) => (come = () => resolve(answer)));
  return { come: () => come(), coming };
}

const USER = { id: station.user_id, email: 'ada@example.com', phone: null, new_email: null };
export const SESSION = { access_token: 'a', token_type: 'bearer', expires_in: 900, user: USER };

/** A fake `fetch`. `asked` are the slugs whose availability was requested, in order. */
function stubApi({ own, availability, change }: Api) {
  const asked: string[] = [];
  const current = { ...station, ...own };
  const moveTo = (station_slug: string): Answer => ({
    body: {
      ...current,
      station_slug,
      station_url: `https://radio.example.com/${station_slug}`,
      slug_changes_left: current.slug_changes_left - 1,
    },
  });
  const answer = (url: URL, { method = 'GET', body }: RequestInit) => {
    const slug = url.searchParams.get('station_slug') ?? '';
    switch (`${method} ${url.pathname}`) {
      case 'POST /v1/auth/token':
        return { body: SESSION };
      case 'GET /v1/me':
        return { body: { user: USER, role: 'user', profile: null, has_station: true } };
      case 'GET /v1/me/station':
        return { body: current };
      case 'GET /v1/me/station/slug-availability':
        asked.push(slug);
        return availability?.(slug) ?? { body: { available: true } };
      case 'PUT /v1/me/station/slug': {
        const sent: string = JSON.parse(String(body)).station_slug;
        return change?.(sent) ?? moveTo(sent);
      }
      default:
        throw new Error(`Nothing answers ${method} ${url.pathname}`);
    }
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { status = 200, body }: Answer = await answer(new URL(url), init);
    return Response.json(body, { status });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return asked;
}

function OwnPage() {
  const { data } = useQuery(stationQuery);
  return data ? <WebRadioPageCard station={data} /> : null;
}

/** Renders the card of a member's station. */
export async function openCard(api: Api = {}) {
  const asked = stubApi(api);
  const toasts: ToastMessage[] = [];
  onTestFinished(takeToasts((message) => toasts.push(message)));
  await drawPages([{ path: '*', element: <OwnPage /> }], '/');
  await until(() => button('Edit URL'));
  return { asked, toasts };
}

/** Renders the card and opens its dialog. */
export async function openDialog(api: Api = {}) {
  const page = await openCard(api);
  await doing(() => {
    button('Edit URL').focus();
    button('Edit URL').click();
  });
  await until(() => field());
  return page;
}

/** The one button with this text. */
export function button(name: string): HTMLButtonElement {
  const [only, ...others] = [...document.querySelectorAll('button')].filter(
    (each) => each.textContent === name || each.querySelector('span > span')?.textContent === name,
  );
  if (!only || others.length > 0) throw new Error(`Not one button is called ${name}.`);
  return only;
}

/** The input of the slug. */
export const field = () => find(HTMLInputElement, '[role="dialog"] input');

/** The text of the live region below the field. */
export const fault = () => {
  const ids = field().getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
};

/** The text of the page. */
export const text = () => document.body.textContent;
