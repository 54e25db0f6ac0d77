import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveSound, serveStation, type FakeStation } from '../test/fake-station.ts';
import { defineStationPlayer, StationPlayerElement } from './station-player.tsx';

interface Named {
  name: string;
}
/** The used part of a custom elements manifest. */
interface Manifest {
  modules: {
    declarations: Record<
      'attributes' | 'members' | 'events' | 'cssParts' | 'cssProperties' | 'slots',
      Named[]
    >[];
  }[];
}

const beside = (name: string) => new URL(name, import.meta.url);

let server: FakeStation;
beforeEach(async () => {
  server = await serveStation();
  giveSound();
});
afterEach(async () => {
  document.body.replaceChildren();
  // In the next task, elements decide whether they were only moved.
  await new Promise((resolve) => setTimeout(resolve));
  server.close();
});

/** The element's parts in the manifest, as sets of names. */
async function told() {
  const { customElementsManifest } = (await import(
    /* @vite-ignore */ beside('../custom-elements.js').href
  )) as {
    customElementsManifest(): Promise<Manifest>;
  };
  const manifest = await customElementsManifest();
  const declaration = manifest.modules[0]?.declarations[0];
  if (!declaration) throw new Error('The manifest tells nothing.');
  return (list: keyof typeof declaration) => new Set(declaration[list].map(({ name }) => name));
}

/** Takes a player through all states, and returns what it did. */
async function live() {
  const dispatch = vi.spyOn(EventTarget.prototype, 'dispatchEvent');
  defineStationPlayer(server.apiBase);
  const element = document.createElement('station-player');
  element.setAttribute('api-base', server.apiBase);
  element.setAttribute('station', 'demo');
  document.body.append(element);
  const seen = { parts: new Set<string>(), slots: new Set<string>() };
  const look = () => {
    for (const one of element.shadowRoot?.querySelectorAll('[part]') ?? []) {
      seen.parts.add(one.getAttribute('part') ?? '');
    }
    for (const { name } of element.shadowRoot?.querySelectorAll('slot') ?? []) seen.slots.add(name);
  };
  await vi.waitFor(() => expect(element.shadowRoot?.textContent).toContain('Morning Counter'));
  await element.play();
  look();
  element.muted = true;
  element.pause();
  const cannot = new DOMException('', 'NotSupportedError');
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(cannot);
  await element.play();
  look();
  const events = dispatch.mock.calls
    .filter((_, call) => dispatch.mock.contexts[call] === element)
    .map(([{ type }]) => type);
  return { events: new Set(events), ...seen };
}

test('the manifest lists the attributes that the element observes and sets, and its properties', async () => {
  const names = await told();
  const observed = StationPlayerElement.observedAttributes;
  expect(names('attributes')).toEqual(new Set([...observed, 'state']));
  const properties = observed.map((name) =>
    name.replace(/-(.)/, (_, letter: string) => letter.toUpperCase()),
  );
  expect([...names('members')]).toEqual(expect.arrayContaining(properties));
  for (const name of names('members')) expect(name in StationPlayerElement.prototype).toBe(true);
});

test('the manifest lists the events, parts and slots that exist', async () => {
  const names = await told();
  const { events, parts, slots } = await live();
  expect(names('events')).toEqual(events);
  expect(names('cssParts')).toEqual(parts);
  expect(names('slots')).toEqual(slots);
});

test('the manifest lists custom properties that the stylesheet reads', async () => {
  const css = await readFile(beside('views/embed.css'), 'utf8');
  for (const name of (await told())('cssProperties')) expect(css).toContain(`var(${name}`);
});
