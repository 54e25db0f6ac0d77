import type { Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { stationQuery } from '../api/queries.ts';
import { doing, drawPages, find, type, until } from '../ui/test/draw.tsx';
import { takeToasts, type ToastMessage } from '../ui/toast.ts';
import { button, SESSION, station } from './test/web-radio-page.tsx';
import { WallMessageCard } from './WallMessageCard.tsx';

const SOUP = { text: 'Soup: leek', shown: 'always', from: '11:30', until: null } as const;

function OwnPage() {
  const { data } = useQuery(stationQuery);
  return data ? <WallMessageCard station={data} track={null} /> : null;
}

/** Renders the card. `sent` are the messages that were saved, in order. */
async function openCard(own: Partial<Station> = {}, refusal?: Response) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
    switch (`${method} ${new URL(address).pathname}`) {
      case 'POST /v1/auth/token':
        return Response.json(SESSION);
      case 'GET /v1/me':
        return Response.json({
          user: SESSION.user,
          role: 'user',
          profile: null,
          has_station: true,
        });
      case 'GET /v1/me/station':
        return Response.json({ ...station, ...own });
      case 'PUT /v1/me/station/wall-message': {
        if (refusal) return refusal;
        const { wall_message } = JSON.parse(String(body));
        sent.push(wall_message);
        return Response.json({ ...station, ...own, wall_message });
      }
      default:
        throw new Error(`Nothing answers ${method} ${address}`);
    }
  });
  const toasts: ToastMessage[] = [];
  onTestFinished(takeToasts((message) => toasts.push(message)));
  onTestFinished(() => void vi.unstubAllGlobals());
  await drawPages([{ path: '*', element: <OwnPage /> }], '/');
  await until(() => button('Save message'));
  return { sent, toasts };
}

const write = (text: string) =>
  doing(() => {
    const field = find(HTMLTextAreaElement, 'textarea');
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
const time = (index: 0 | 1) => {
  const field = document.querySelectorAll<HTMLInputElement>('input[type="time"]')[index];
  if (!field) throw new Error('There are not two times.');
  return field;
};
const preview = () => find(HTMLElement, '[aria-hidden="true"] [dir="auto"]').textContent;

test('saves a message with its times, and shows it as the screen will', async () => {
  const { sent, toasts } = await openCard();
  expect(button('Save message').disabled).toBe(true);
  await write('Soup: leek');
  await doing(() => find(HTMLInputElement, 'input[value="always"]').click());
  await type(time(0), '11:30');
  expect(preview()).toBe('Soup: leek');
  await doing(() => button('Save message').click());
  await until(() => expect(sent).toEqual([SOUP]));
  await until(() => expect(toasts[0]?.title).toBe('Message saved'));
  expect(button('Save message').disabled).toBe(true);
});

test('removes a message', async () => {
  const { sent, toasts } = await openCard({ wall_message: SOUP });
  await doing(() => button('Remove message').click());
  await until(() => expect(sent).toEqual([null]));
  await until(() => expect(toasts[0]?.title).toBe('Message removed'));
  expect(find(HTMLTextAreaElement, 'textarea').value).toBe('');
});

test('tells how many characters are left, and in which zone the times are', async () => {
  await openCard({ zone: 'America/New_York' });
  expect(document.body.textContent).toContain('140 characters left');
  await write('x'.repeat(139));
  expect(document.body.textContent).toContain('1 character left');
  expect(document.body.textContent).toContain('your station’s time zone, America/New York.');
});

test('says that the screen’s clock counts while no zone is known', async () => {
  await openCard();
  expect(document.body.textContent).toContain('Times are those of the screen’s own clock.');
});

test('shows what the API says of a field beside it', async () => {
  const detail = 'Please use fewer characters.';
  const problem = {
    type: 'about:blank',
    status: 422,
    code: 'validation_failed',
    title: 'Check the fields',
    detail,
    request_id: 'r1',
    errors: [{ field: 'wall_message.text', code: 'too_long', message: detail }],
  };
  const { sent, toasts } = await openCard({}, Response.json(problem, { status: 422 }));
  await write('Soup: leek');
  await doing(() => button('Save message').click());
  await until(() => expect(document.body.textContent).toContain(detail));
  expect([sent, toasts]).toEqual([[], []]);
});
