import type { StationDomain } from '@stationhouse/platform-api/contract/domains/calls';
import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { expect, test, vi } from 'vitest';
import {
  openDashboard,
  press,
  problem,
  station,
  text,
  until,
} from '../members/test/open-dashboard.tsx';
import { find } from '../ui/test/draw.tsx';

// Slow on a busy machine; nothing here depends on time.
vi.setConfig({ testTimeout: 30_000 });

const AT = '/v1/me/station/domain';

const domain: StationDomain = {
  domain: 'radio.cafe.example',
  url: 'https://radio.cafe.example',
  state: 'pending',
  problem: 'records_missing',
  records: [
    { type: 'CNAME', name: 'radio.cafe.example', value: 'radio.example.com', is_found: true },
    {
      type: 'TXT',
      name: '_station.radio.cafe.example',
      value: 'station-domain=0f1e',
      is_found: false,
    },
  ],
  addresses: ['203.0.113.7'],
  checked_at: '2026-11-24T12:00:00.000Z',
  ends_at: null,
};

const professional = { body: { ...station, package_name: 'Professional', package_price: 299_00 } };

/** Types into the field of the domain, as a browser does. */
function write(value: string): void {
  const input = find(HTMLInputElement, '#domain input');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The dashboard of a station with Professional, and the card's text. */
async function openCard(answers: Parameters<typeof openDashboard>[0] = {}) {
  const given = { 'GET /v1/me/station': professional, ...answers };
  const page = await openDashboard(given, '/members/account');
  const card = () => find(HTMLElement, '#domain').textContent;
  await until(() => expect(text()).toContain('Your own domain'));
  return { ...page, card };
}

test('a member enters a domain and sees the records to make, and which is found', async () => {
  const { card, sent } = await openCard({ [`PUT ${AT}`]: { body: { domain } } });
  await until(() => expect(card()).toContain('Use this domain'));
  write('radio.cafe.example');
  press('Use this domain');
  await until(() => expect(card()).toContain('Waiting for DNS'));
  expect(sent(`PUT ${AT}`)).toEqual([{ domain: 'radio.cafe.example' }]);
  for (const { type: kind, name, value } of domain.records) {
    for (const part of [kind, name, value]) expect(card()).toContain(part);
  }
  expect(card().match(/Found|Not found yet/g)).toEqual(['Found', 'Not found yet']);
  expect(card()).toContain('203.0.113.7');
});

test('a refused domain is explained beside the field', async () => {
  const { detail } = ERRORS.domain_is_address;
  const { card } = await openCard({
    [`PUT ${AT}`]: {
      status: 422,
      body: {
        ...Object(problem(422, 'domain_invalid', 'Please check the domain', detail).body),
        errors: [{ field: 'domain', code: 'domain_is_address', message: detail }],
      },
    },
  });
  await until(() => expect(card()).toContain('Use this domain'));
  write('192.0.2.7');
  press('Use this domain');
  await until(() => expect(card()).toContain(detail));
});

test('a check shows what is wrong now', async () => {
  const { card } = await openCard({
    [`GET ${AT}`]: { body: { domain } },
    [`POST ${AT}/check`]: { body: { domain: { ...domain, problem: 'points_elsewhere' } } },
  });
  await until(() => expect(card()).toContain('Waiting for DNS'));
  press('Check now');
  await until(() => expect(card()).toContain('The domain leads to another server.'));
});

test('a domain that fails says until when it is served, and that guests still find the station', async () => {
  const failing = { ...domain, state: 'failing', ends_at: '2026-12-01T12:00:00.000Z' };
  const { card } = await openCard({ [`GET ${AT}`]: { body: { domain: failing } } });
  await until(() => expect(card()).toContain('Needs a look'));
  expect(card()).toContain('1 December 2026');
  expect(card()).toContain('Your guests find your station at its other address.');
});

test('a domain that works is a link, and can be removed', async () => {
  const active = { ...domain, state: 'active', problem: null };
  const { card } = await openCard({
    [`GET ${AT}`]: { body: { domain: active } },
    [`DELETE ${AT}`]: () => new Response(null, { status: 204 }),
  });
  await until(() => expect(card()).toContain('Connected'));
  expect(find(HTMLAnchorElement, '#domain a').href).toBe('https://radio.cafe.example/');
  press('Remove domain');
  await until(() => expect(text()).toContain('Remove radio.cafe.example?'));
  const confirm = [...document.querySelectorAll('[role="alertdialog"] button')].find((each) =>
    each.textContent?.includes('Remove domain'),
  );
  if (confirm instanceof HTMLElement) confirm.click();
  await until(() => expect(card()).toContain('Use this domain'));
});

test('Starter learns which packages include it', async () => {
  const { card } = await openCard({
    'GET /v1/me/station': { body: { ...station, package_name: 'Starter' } },
  });
  await until(() => expect(card()).toContain('Professional and Enterprise include it'));
});
