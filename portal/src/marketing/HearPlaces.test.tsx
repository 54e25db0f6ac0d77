import { beforeEach, expect, test, vi } from 'vitest';
import { doing, draw, find, until } from '../ui/test/draw.tsx';
import { HearPlaces } from './HearPlaces.tsx';
import { takeOver } from '../player/use-sample.ts';

/** The sounds that were begun, and those that stopped. */
let begun: string[] = [];
let stopped = 0;

beforeEach(async () => {
  [begun, stopped] = [[], 0];
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function play(
    this: HTMLMediaElement,
  ) {
    begun.push(this.src.replace(/^.*\//, '').replace(/-[\w-]{8}(?=\.mp3)/, ''));
    this.dispatchEvent(new Event('playing'));
    return Promise.resolve();
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => void (stopped += 1));
  await draw(<HearPlaces />);
});

const button = (name: string) => find(HTMLButtonElement, `button[aria-label="${name}"]`);
const press = (name: string) => doing(() => button(name).click());
const choose = (of: string, voice: string) =>
  doing(() => {
    const choice = [...document.querySelectorAll('fieldset')].find((each) =>
      each.textContent?.includes(of),
    );
    choice?.querySelector<HTMLInputElement>(`input[value="${voice}"]`)?.click();
  });

test.each([
  ['cafe', 'Bluebird Café Radio', 'cafe'],
  ['gym', 'Forge Radio', 'gym'],
  ['retail', 'Harbour Street Radio', 'shop'],
  ['office', 'Third Floor Radio', 'office'],
  ['hotel', 'The Linden Radio', 'hotel'],
  ['supermarket', 'Harvest Lane Radio', 'supermarket'],
  ['salon', 'Studio Eleven Radio', 'salon'],
] as const)('the page of %s begins with its own place, %s', async (industry, name, sample) => {
  document.body.replaceChildren();
  await draw(<HearPlaces industry={industry} />);
  const names = [...document.querySelectorAll('h3')].map((each) => each.textContent);
  expect(names[0]).toBe(name);
  expect(new Set(names).size).toBe(3);
  await press(`Play ${name}`);
  expect(begun).toEqual([`${sample}-female.mp3`]);
});

test('plays a place, in the other voice at once when that is chosen, and stops', async () => {
  await press('Play Bluebird Café Radio');
  expect(begun).toEqual(['cafe-female.mp3']);
  await choose('Bluebird Café Radio', 'male');
  expect(begun).toEqual(['cafe-female.mp3', 'cafe-male.mp3']);
  await press('Stop Bluebird Café Radio');
  await until(() => expect(button('Play Bluebird Café Radio')).toBeDefined());
  expect(stopped).toBeGreaterThan(0);
});

test('one place stops the other, and what else plays on the page', async () => {
  const demo = vi.fn<() => void>();
  takeOver(demo);
  await press('Play Copper Bar Radio');
  expect(demo).toHaveBeenCalledOnce();
  await press('Play Harbour Street Radio');
  expect(button('Play Copper Bar Radio')).toBeDefined();
  expect(button('Stop Harbour Street Radio')).toBeDefined();
  expect(begun).toEqual(['bar-female.mp3', 'shop-female.mp3']);
});

test('a sample that cannot be loaded says so, and can be tried again', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function play(
    this: HTMLMediaElement,
  ) {
    this.dispatchEvent(new Event('error'));
    return Promise.reject(new DOMException('no', 'NotSupportedError'));
  });
  await press('Play Copper Bar Radio');
  expect(document.body.textContent).toContain('This sample could not be loaded');
  expect(button('Play Copper Bar Radio')).toBeDefined();
});
