import { renderToString } from 'react-dom/server';
import { hydrateRoot } from 'react-dom/client';
import { StaticRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { translate } from '../../../sdk/test/translate.ts';
import { ContactForm } from '../contact/ContactForm.tsx';
import { forgetServedInputs, keepServedInputs } from './served-inputs.ts';

// As in a browser, React draws when it likes. Other files of this worker may have told it to wait for `act`.
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false));

afterEach(() => {
  vi.unstubAllGlobals();
  forgetServedInputs();
  document.body.replaceChildren();
});

const page = (
  <StaticRouter location="/contact">
    <ContactForm send={async () => undefined} />
  </StaticRouter>
);

const field = (name: string) =>
  document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`);

function type(name: string, text: string): void {
  const input = field(name);
  input?.focus();
  if (input) input.value = text;
}

const CHANGES: [string, (place: HTMLElement) => void][] = [
  // React #32557, next.js #51816.
  [
    'a password manager puts an element beside an input',
    () => field('email')?.after(document.createElement('com-password-manager')),
  ],
  ['the browser translates the page', translate],
  ['nothing changes the page', () => undefined],
];

test.each(CHANGES)('what was typed before hydration stays where %s', async (_what, change) => {
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(page);
  type('name', 'Ada Lovelace');
  change(place);
  keepServedInputs(place);
  const root = hydrateRoot(place, page, { onRecoverableError: () => undefined });
  type('email', 'ada@counting-house.example');
  await vi.waitFor(() => {
    expect(document.querySelector('button[type="submit"]')).not.toBeNull();
    expect(field('name')?.value).toBe('Ada Lovelace');
  });
  expect(field('email')?.value).toBe('ada@counting-house.example');
  expect(document.activeElement).toBe(field('email'));
  root.unmount();
});

test('a form that is opened later is empty', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(page);
  keepServedInputs(place);
  type('name', 'Ada Lovelace');
  forgetServedInputs();
  place.replaceChildren();
  place.innerHTML = renderToString(page);
  const root = hydrateRoot(place, page);
  await vi.waitFor(() => {
    expect(document.querySelector('button[type="submit"]')).not.toBeNull();
  });
  expect(field('name')?.value).toBe('');
  root.unmount();
});
