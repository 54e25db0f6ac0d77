// @vitest-environment jsdom
import type { OpenPurchase } from '@stationhouse/sdk/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openClient } from '../api/client.ts';
import { profile } from '../api/test/answers.ts';
import { faultOf, field, isThere, press, type, until } from '../ui/test/draw.tsx';
import { answer, problem, standInApi } from './test/stand-in-api.ts';
import { blockTabs, heading, openWizard, stepNow } from './test/wizard-page.tsx';

// No test here measures time, and a busy machine may be slow.
vi.setConfig({ testTimeout: 30_000 });

let api: ReturnType<typeof standInApi>;

beforeEach(async () => {
  sessionStorage.clear();
  api = standInApi();
  await (await openClient()).auth.signIn({ email: 'ada@example.com', password: 'x' });
});
afterEach(() => vi.unstubAllGlobals());

const stranger = {
  ...profile,
  phone_number: '',
  country: '',
  company_name: null,
  company_address: null,
  company_city: null,
  company_postal_code: null,
};

const begun: OpenPurchase = {
  trial: false,
  package_name: 'Enterprise',
  company_details: {
    name: 'Lampenhaus GmbH',
    telephone: '+4930123456',
    address: 'Lampenstraße 12',
    postal_code: '10115',
    city: 'Berlin',
    country: 'Germany',
  },
  quote: {
    package_name: 'Enterprise',
    setup_fee: 599_00,
    first_month: 699_00,
    vat_rate: 20,
    vat_amount: 259_60,
    total: 1557_60,
    currency: 'eur',
    vat_number_valid: null,
  },
  created_at: '2026-11-21T09:30:00.000Z',
};

describe('choosing a package', () => {
  test('a click on a card chooses it and opens the company details, also in the URL', async () => {
    const { address, text } = await openWizard('?create=package');
    expect(text()).toContain('Prices exclude VAT.');
    await until(() => expect(text()).toContain('€149/mo'));
    expect(text()).toContain('plus €349 setup, once');
    expect(text()).toContain('First payment €648 + VAT');
    expect(text()).toContain('Popular');
    await press('Choose Professional');
    expect(address()).toBe('/members?create=company&package=Professional');
    expect(stepNow()).toBe('2. Company');
    expect(document.activeElement?.textContent).toBe('Company details');
  });

  test('reports that packages failed to load, and retries', async () => {
    api.answerAt('/v1/packages', () => problem(500, 'internal_error'));
    const { text } = await openWizard('?create=package');
    await until(() => expect(text()).toContain('Failed to load the packages'));
    api.answerAt('/v1/packages', () => answer({ data: [] }));
    await press('Try again');
    await until(() => expect(text()).not.toContain('Failed to load'));
  });

  test('the back button returns to the cards with the choice still marked', async () => {
    const { address, goBack } = await openWizard('?create=package');
    await press('Choose Starter');
    await press('Back');
    expect(address()).toBe('/members?create=package&package=Starter');
    await until(() => expect(isThere('Continue with Starter')).toBe(true));
    await goBack();
    expect(heading()).toBe('Company details');
    expect(document.activeElement?.textContent).toBe('Company details');
  });
});

describe('where the wizard begins', () => {
  test.each([
    ['a preselected package', '?create=company&package=Starter', '2. Company', 'create=company'],
    ['an unknown step and package', '?create=x&package=Starter', '2. Company', 'company'],
    ['an unknown step', '?create=true', '1. Package', 'create=package'],
    ['an unknown package', '?create=company&package=Gold', '1. Package', 'create=package'],
    ['a summary without a package', '?create=summary', '1. Package', 'create=package'],
    ['all that a summary needs', '?create=summary&package=Starter', '3. Summary', 'create=summary'],
  ])('%s', async (_, asked, step, inAddress) => {
    const { address } = await openWizard(asked);
    expect(stepNow()).toBe(step);
    expect(address()).toContain(inAddress);
  });

  test('a summary without company details redirects to them', async () => {
    const { address } = await openWizard('?create=summary&package=Starter', { profile: stranger });
    expect(address()).toBe('/members?create=company&package=Starter');
  });

  test('an unpaid purchase continues at its summary, with its own company', async () => {
    const { text } = await openWizard('?create=summary', { purchase: begun });
    expect(stepNow()).toBe('3. Summary');
    expect(text()).toContain('Enterprise');
    expect(text()).toContain('Lampenhaus GmbH');
    expect(text()).not.toContain('The Counting House');
  });
});

describe('company details', () => {
  test('are prefilled from the profile', async () => {
    await openWizard('?create=company&package=Starter');
    const values = ['name', 'address', 'postal_code', 'city', 'country', 'website'].map(
      (name) => field(name).value,
    );
    expect(values).toEqual([
      'The Counting House',
      '12 Lamp Street',
      'E1 6AN',
      'London',
      'United Kingdom',
      '',
    ]);
    expect(field('telephone').value.replace(/\D/g, '')).toMatch(/2079460000$/);
  });

  test('show the required fields in the specification’s words, and send nothing', async () => {
    const { address } = await openWizard('?create=company&package=Starter', { profile: stranger });
    await press('Continue to summary');
    expect(faultOf('name')).toBe('Company name is required');
    expect(faultOf('telephone')).toBe('Telephone is required');
    expect(faultOf('address')).toBe('Address is required');
    expect(faultOf('postal_code')).toBe('Postal code is required');
    expect(faultOf('city')).toBe('City is required');
    expect(faultOf('country')).toBe('Country is required');
    expect(field('website').getAttribute('aria-invalid')).not.toBe('true');
    expect(field('vat_number').getAttribute('aria-invalid')).not.toBe('true');
    expect(document.activeElement).toBe(field('name'));
    expect(address()).toContain('create=company');
    expect(api.askedAt('/v1/quotes')).toHaveLength(0);
  });

  test('accept a website without https:// and reject other text', async () => {
    const { text } = await openWizard('?create=company&package=Starter');
    await type(field('website'), 'not an address');
    await press('Continue to summary');
    expect(faultOf('website')).toBe('Please enter a web address, such as https://example.com.');
    await type(field('website'), 'counting-house.example');
    await press('Continue to summary');
    expect(text()).toContain('https://counting-house.example');
  });

  test('keep the input when going back and forward', async () => {
    await openWizard('?create=company&package=Starter');
    await type(field('city'), 'Leeds');
    await press('Back');
    await press('Continue with Starter');
    expect(field('city').value).toBe('Leeds');
  });

  test('keep the input over a reload, for the same user only', async () => {
    const before = await openWizard('?create=company&package=Starter');
    await type(field('city'), 'Leeds');
    await before.leave();
    const after = await openWizard('?create=company&package=Starter');
    expect(field('city').value).toBe('Leeds');
    expect(field('name').value).toBe('The Counting House');
    await after.leave();
    const somebodyElse = { ...profile, user_id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2aff' };
    await openWizard('?create=company&package=Starter', { profile: somebodyElse });
    expect(field('city').value).toBe('London');
  });

  test('are prefilled from the profile when storage is blocked or holds invalid data', async () => {
    sessionStorage.setItem('purchase', '{"user_id":');
    const first = await openWizard('?create=company&package=Starter');
    expect(field('city').value).toBe('London');
    await first.leave();
    const forbidden = () => {
      throw new DOMException('Forbidden', 'SecurityError');
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(forbidden);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden);
    await openWizard('?create=company&package=Starter');
    await type(field('city'), 'Leeds');
    await press('Back');
    await press('Continue with Starter');
    expect(field('city').value).toBe('Leeds');
  });
});

describe('the order summary', () => {
  test('shows the first five features and a count that expands the rest', async () => {
    const { text } = await openWizard('?create=summary&package=Professional');
    await until(() => expect(text()).toContain('and 6 more'));
    expect(text()).toContain('6 jingles');
    expect(text()).not.toContain('White label website');
    await press('and 6 more');
    expect(text()).toContain('White label website');
    await press('Show fewer');
    expect(text()).not.toContain('White label website');
  });

  test('shows every amount from the API, and the later monthly price', async () => {
    const { text } = await openWizard('?create=summary&package=Starter');
    await until(() => expect(text()).toContain('Total due today'));
    expect(text()).toContain('Setup fee€299.00');
    expect(text()).toContain('First month€149.00');
    expect(text()).toContain('VAT 20%€89.60');
    expect(text()).toContain('Total due today€537.60');
    expect(text()).toContain('Then €178.80 per month incl. VAT, until you cancel.');
    expect(api.askedAt('/v1/quotes')[0]?.body).toEqual({
      package_name: 'Starter',
      country: 'United Kingdom',
    });
  });

  test('a trial that was chosen before the account stays chosen to the summary', async () => {
    const { text, address } = await openWizard('?create=package&trial=true');
    await press('Choose Starter');
    expect(address()).toBe('/members?create=company&trial=true&package=Starter');
    await until(() => expect(text()).toContain('Starter, for a trial month'));
    await press('Continue to summary');
    await until(() => expect(text()).toContain('Total due today'));
    expect(text()).toContain(
      'Nothing more after that, unless you continue. It is then €178.80 per month incl. VAT.',
    );
  });

  test('shows the purchase order', async () => {
    const { text } = await openWizard('?create=company&package=Starter');
    await type(field('purchase_order'), 'PO-2026-118');
    await press('Continue to summary');
    await until(() => expect(text()).toContain('Purchase order PO-2026-118'));
  });

  test('reports that the price failed to load, and retries', async () => {
    api.answerAt('/v1/quotes', () => problem(500, 'internal_error'));
    const { text } = await openWizard('?create=summary&package=Starter');
    await until(() => expect(text()).toContain('Failed to load the price'));
    expect(isThere('Complete Purchase')).toBe(false);
    api.answerAt('/v1/quotes', () => answer(begun.quote));
    await press('Try again');
    await until(() => expect(isThere('Complete Purchase')).toBe(true));
  });

  test('Change opens the company details', async () => {
    const { address } = await openWizard('?create=summary&package=Starter');
    await press('Change the company details');
    expect(address()).toBe('/members?create=company&package=Starter');
  });
});

describe('a VAT number', () => {
  const german = { ...profile, country: 'Germany' };

  test('removes the VAT when it is valid', async () => {
    const { text } = await openWizard('?create=summary&package=Starter', {
      profile: { ...german, company_vat_number: 'DE136695976' },
    });
    await until(() => expect(text()).toContain('VAT 0%€0.00'));
    expect(text()).toContain('Then €149 per month, without VAT, until you cancel.');
    expect(isThere('Complete Purchase')).toBe(true);
  });

  test('says what it would save, in the form and in the summary', async () => {
    const { text, address } = await openWizard('?create=company&package=Professional', {
      profile: german,
    });
    expect(text()).toContain('Yours saves €129.60 on the first payment.');
    await press('Continue to summary');
    await until(() => expect(text()).toContain('you pay no VAT, and save €129.60 today.'));
    await press('Add your VAT number');
    expect(address()).toContain('create=company');
  });

  test('saves nothing in the UK, and no amount is named there', async () => {
    const { text } = await openWizard('?create=company&package=Professional');
    expect(text()).toContain('pay no VAT.');
    expect(text()).not.toContain('saves');
    await press('Continue to summary');
    await until(() => expect(text()).toContain('Total due today'));
    expect(text()).not.toContain('save €');
  });

  test('blocks payment with VAT added until an invalid number is corrected', async () => {
    blockTabs();
    const { text, address } = await openWizard('?create=summary&package=Starter', {
      profile: { ...german, company_vat_number: 'rubbish' },
    });
    await until(() => expect(text()).toContain('Please check the VAT number'));
    expect(text()).toContain('VAT 20%€89.60');
    expect(isThere('Complete Purchase')).toBe(false);
    await press('Correct the VAT number');
    expect(address()).toContain('create=company');
    expect(document.activeElement).toBe(field('vat_number'));
    expect(faultOf('vat_number')).toContain('Correct it or leave it out.');
    await type(field('vat_number'), 'DE136695976');
    await press('Continue to summary');
    await until(() => expect(isThere('Complete Purchase')).toBe(true));
    expect(text()).toContain('VAT 0%');
  });

  test('can be removed, also after a reload', async () => {
    const malformed = { profile: { ...german, company_vat_number: 'rubbish' } };
    const before = await openWizard('?create=summary&package=Starter', malformed);
    await until(() => expect(isThere('Continue without it')).toBe(true));
    await press('Continue without it');
    await until(() => expect(isThere('Complete Purchase')).toBe(true));
    expect(api.askedAt('/v1/quotes').at(-1)?.body).not.toHaveProperty('vat_number');
    await before.leave();
    await openWizard('?create=summary&package=Starter', malformed);
    await until(() => expect(isThere('Complete Purchase')).toBe(true));
  });
});
