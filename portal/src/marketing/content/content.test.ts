import { BRAND } from '@stationhouse/platform-api/contract/site/brand';
import { PORTAL_PATHS } from '@stationhouse/platform-api/contract/stations/slug';
import { describe, expect, test } from 'vitest';
import { contact } from '../../contact/content.ts';
import { pageHeads } from '../../prerender/page-heads.ts';
import { about } from './about.ts';
import { cafe } from './cafe.ts';
import { faq } from './faq.ts';
import { gym } from './gym.ts';
import { home } from './home.ts';
import { hotel } from './hotel.ts';
import { INDUSTRY_NAMES } from './industry-names.ts';
import { office } from './office.ts';
import { retail } from './retail.ts';
import { salon } from './salon.ts';
import { supermarket } from './supermarket.ts';

const sources = import.meta.glob<string>(['./*.ts', '!./*.test.ts', '../../contact/content.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const modules = import.meta.glob<Record<string, unknown>>(
  ['./*.ts', '!./*.test.ts', '../../contact/content.ts'],
  {
    eager: true,
  },
);

/** All texts within a value, recursively. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const texts = [...new Set(textsOf(modules))];
const industries = [
  { path: '/cafe', content: cafe },
  { path: '/gym', content: gym },
  { path: '/retail', content: retail },
  { path: '/office', content: office },
  { path: '/hotel', content: hotel },
  { path: '/supermarket', content: supermarket },
  { path: '/salon', content: salon },
];
const titles = (points: readonly { title: string }[]) => points.map(({ title }) => title);

describe('the head of a public page', () => {
  test.each(Object.entries(pageHeads))('%s fits a search result', (_path, head) => {
    expect(head.title.length).toBeLessThanOrEqual(45);
    expect(head.title).not.toContain(BRAND.name);
    expect(head.description.length).toBeGreaterThanOrEqual(70);
    expect(head.description.length).toBeLessThanOrEqual(155);
  });

  test('is unique', () => {
    const heads = Object.values(pageHeads);
    expect(new Set(titles(heads)).size).toBe(heads.length);
    expect(new Set(heads.map(({ description }) => description)).size).toBe(heads.length);
  });

  test('exists for every public path', () => {
    const open = PORTAL_PATHS.filter((path) => path !== 'members' && path !== 'admin');
    expect(Object.keys(pageHeads).sort()).toEqual(['/', ...open.map((path) => `/${path}`)].sort());
  });
});

describe('an industry page', () => {
  test('menus and pages list the same industries in the same order', () => {
    expect(industries.map(({ path, content }) => [path, content.name])).toEqual(
      Object.entries(INDUSTRY_NAMES),
    );
  });

  test.each(industries)('$path has six features, four steps and a sample', ({ content }) => {
    expect(new Set(titles(content.features)).size).toBe(6);
    expect(new Set(titles(content.steps)).size).toBe(4);
    expect(content.card.announcement).toContain(content.card.station_name.split(' ')[0]);
  });

  test('only the salon closes without the demo', () => {
    const without = industries.filter(({ content }) => !content.closing.has_demo);
    expect(without.map(({ path }) => path)).toEqual(['/salon']);
  });
});

describe('the wording of the specification', () => {
  test('landing page', () => {
    expect(home.hero.price).toBe('from only €149/mo');
    expect(home.why.heading).toBe('Why Choose Us');
    expect(home.why.benefits).toHaveLength(6);
    expect(titles(home.how.steps)).toEqual([
      'Tell us your vision',
      'Expert curation',
      'Fine-tune together',
      'Go live',
    ]);
  });

  test('industry pages', () => {
    expect(titles(office.steps)).toEqual([
      'Tell Us Your Vision',
      'Expert Curation',
      'Fine-Tune Together',
      'Launch In Your Office',
    ]);
    expect(titles(salon.features)).toEqual([
      'Hit Music Playlists',
      'Perfect Volume Control',
      'Custom Announcements',
      'Professional Curation',
      '24/7 Broadcasting',
      'Brand Integration',
    ]);
    expect(titles(salon.steps)).toEqual(['Setup', "Let's start", 'Go Live', 'Enjoy']);
    expect(salon.badges).toEqual(['365 days Live Music Playing', '48hrs Setup Time']);
    expect(retail.steps_heading).toBe('From Concept to Store Radio in Days');
    expect(retail.closing.heading).toBe('Ready to Transform Your Store?');
  });

  test('contact page', () => {
    expect(contact.button.busy).toBe('Sending...');
    expect(contact.success.title).toBe('Message Sent!');
    expect(contact.success.text).toContain('within 24 hours');
    expect(contact.failure).toBe(
      'Failed to send message. Please try again or contact us directly.',
    );
  });
});

const homeFaqAndAbout = textsOf([home, faq, about]).join('\n');

test.each([
  /from only €149\/mo/,
  /professionally curated music, by people/i,
  /custom voice-over announcements/i,
  /custom station name/i,
  /24\/7 streaming/,
  /multiple locations at no extra cost/i,
  /hundreds of customers/i,
  /playlists are updated bi-weekly/i,
  /unlimited listeners at the same time/i,
  /listening hours/,
  /20,000 on Starter, 20,000 on Professional and 150,000 on Enterprise/,
  /30 days’ notice to cancel on most plans/,
  /one-month trial option/,
  /small setup fee/,
  /within 24 hours/,
  /under 48 hours, about 2 business days/,
])('the claim %s is on the pages', (claim) => {
  expect(homeFaqAndAbout).toMatch(claim);
});

test('the FAQ has 12 to 16 different questions', () => {
  const questions = faq.groups.flatMap((group) => group.questions.map(({ question }) => question));
  expect(questions.length).toBeGreaterThanOrEqual(12);
  expect(questions.length).toBeLessThanOrEqual(16);
  expect(new Set(questions).size).toBe(questions.length);
});

test.each(Object.entries(sources))('%s takes its figures from the contract', (_file, source) => {
  expect(source).not.toMatch(/[€£$]\s?\d/);
  expect(source).not.toMatch(/\b(24|48) ?(hours|hrs)|\b30 days’|\d,000|\b20 ?%/);
});

test('no text is a placeholder, lacks a value or has an exclamation mark', () => {
  expect(texts.filter((text) => /lorem|ipsum|undefined|NaN|\[object|\$\{/i.test(text))).toEqual([]);
  expect(texts.filter((text) => text.trim() === '')).toEqual([]);
  expect(texts.filter((text) => text.includes('!'))).toEqual(['Message Sent!']);
});
