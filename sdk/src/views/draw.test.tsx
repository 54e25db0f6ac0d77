import fc from 'fast-check';
import { render } from 'preact';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readOptions } from '../options.ts';
import { playerError } from '../player/player-errors.ts';
import type { PlayerSnapshot } from '../player/player.ts';
import { draw } from './draw.ts';
import { Embed } from './embed.tsx';
import { Fragment, jsx, jsxs } from './sketch.ts';
import { ENGLISH } from './words.ts';
import { fakePlayer, PLACEHOLDER, STATION, TRACKS } from '../../test/fake-player.ts';

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement('div');
});

const player = fakePlayer();

/** Any snapshot, likely or not: a view must draw them all. */
const snapshots: fc.Arbitrary<PlayerSnapshot> = fc.record({
  state: fc.constantFrom(
    'idle',
    'loading',
    'playing',
    'paused',
    'reconnecting',
    'stopped',
    'error',
  ),
  muted: fc.boolean(),
  volume: fc.constant(1),
  error: fc.constantFrom(null, playerError('network'), playerError('no_slug')),
  cause: fc.constant(null),
  load: fc.constantFrom('loading', 'loaded', 'loaded', 'loaded', 'missing', 'failed'),
  station: fc.constantFrom(null, STATION, STATION, { ...STATION, station_logo_url: null }),
  tracks: fc.constantFrom(
    null,
    TRACKS,
    { ...TRACKS, current: null },
    { ...TRACKS, current: TRACKS.next },
    { ...TRACKS, current: { title: '', artist: '<b>', cover: '' } },
  ),
});
const queries = fc.constantFrom('', 'song=false', 'logo=false', 'logo=false&song=false');

const looks = fc.tuple(snapshots, queries);

function embed([snapshot, query]: [PlayerSnapshot, string]) {
  const parameters = new URLSearchParams(query);
  const options = readOptions((name) => parameters.get(name));
  const face = { snapshot, player, placeholder: PLACEHOLDER, words: ENGLISH };
  return <Embed {...face} options={options} />;
}

describe('the element’s drawing', () => {
  test('comes to what Preact draws, whatever the player goes through', () => {
    fc.assert(
      fc.property(fc.array(looks, { minLength: 1, maxLength: 6 }), (sequence) => {
        const ours = document.createElement('div');
        const preacts = document.createElement('div');
        for (const look of sequence) {
          const view = embed(look);
          draw(view, ours);
          render(view, preacts);
          expect(ours.innerHTML.length).toBeGreaterThan(0);
          expect(ours.isEqualNode(preacts), `${ours.innerHTML}\n${preacts.innerHTML}`).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('keeps a node that stays, and what the person has done to it', () => {
    const view = (text: string, name: string) => (
      <p>
        <button className={name}>{text}</button>
      </p>
    );
    draw(view('one', 'a'), root);
    const before = root.querySelector('button');
    draw(view('two', 'b'), root);
    expect(root.querySelector('button')).toBe(before);
    expect(root.innerHTML).toBe('<p><button class="b">two</button></p>');
  });

  test('puts what appears in its place among what stays', () => {
    const view = (first: boolean, second: boolean) => (
      <>
        {first && <b />}
        text
        {second && <i />}
        <u />
      </>
    );
    draw(view(false, false), root);
    const last = root.querySelector('u');
    draw(view(true, true), root);
    expect(root.innerHTML).toBe('<b></b>text<i></i><u></u>');
    draw(view(false, true), root);
    expect(root.innerHTML).toBe('text<i></i><u></u>');
    expect(root.querySelector('u')).toBe(last);
  });

  test('changes text only where it differs, so that a status line is not read twice', async () => {
    draw(<p role="status">LIVE</p>, root);
    const changes = new MutationObserver(() => undefined);
    changes.observe(root, { subtree: true, childList: true, characterData: true });
    draw(<p role="status">LIVE</p>, root);
    expect(changes.takeRecords()).toEqual([]);
  });

  test('calls the handler of the latest drawing, and none once that is gone', () => {
    const first = vi.fn<() => void>();
    const second = vi.fn<() => void>();
    draw(<button onClick={first}>go</button>, root);
    draw(<button onClick={second}>go</button>, root);
    root.querySelector('button')?.click();
    draw(<button>go</button>, root);
    root.querySelector('button')?.click();
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
  });

  test('makes a new node for a new key, and lets the old one clean up', () => {
    const gone: string[] = [];
    const view = (text: string) => (
      <p>
        <span key={text} ref={() => () => gone.push(text)}>
          {text}
        </span>
      </p>
    );
    draw(view('one'), root);
    const before = root.querySelector('span');
    draw(view('one'), root);
    expect(root.querySelector('span')).toBe(before);
    expect(gone).toEqual([]);
    draw(view('two'), root);
    expect(root.querySelector('span')).not.toBe(before);
    draw(null, root);
    expect(gone).toEqual(['one', 'two']);
    expect(root.childNodes).toHaveLength(0);
  });

  test('draws what its own JSX makes as it draws Preact’s', () => {
    const view = (text: string) =>
      jsxs('p', {
        children: [jsx(Fragment, { children: text }), jsx('b', { ref: () => undefined }, text)],
      });
    draw(view('one'), root);
    const before = root.querySelector('b');
    draw(view('one'), root);
    expect(root.innerHTML).toBe('<p>one<b></b></p>');
    expect(root.querySelector('b')).toBe(before);
    draw(view('two'), root);
    expect(root.querySelector('b')).not.toBe(before);
  });

  test('draws pictures of lines as SVG', () => {
    draw(
      <svg viewBox="0 0 24 24">
        <path d="M0 0" />
      </svg>,
      root,
    );
    expect(root.querySelector('path')?.namespaceURI).toBe('http://www.w3.org/2000/svg');
    expect(root.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 24 24');
  });
});
