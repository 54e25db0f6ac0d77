// Rendered by React, in the Vitest project that has it (vitest.config.ts).
import { act, createRef, StrictMode, Suspense } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { giveSound, serveStation, type FakeStation } from '../test/fake-station.ts';
import { NOW_PLAYING, STATION } from '../test/fake-player.ts';
import { StationPlayer, usePlayer, type PlayerOptions } from './react.ts';
import { defineStationPlayer, type StationPlayerElement } from './station-player.tsx';

let server: FakeStation;
let host: HTMLElement;
let root: Root | undefined;
let complaints: unknown[];
let sound: ReturnType<typeof giveSound>;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  server = await serveStation();
  sound = giveSound();
  host = document.body.appendChild(document.createElement('div'));
  complaints = [];
});
afterEach(async () => {
  await act(async () => root?.unmount());
  root = undefined;
  host.remove();
  // In the next task, elements decide whether they were only moved.
  await new Promise((resolve) => setTimeout(resolve));
  server.close();
  vi.unstubAllGlobals();
});

const noted = { onRecoverableError: (error: unknown) => void complaints.push(error) };

async function show(view: React.ReactNode) {
  await act(async () => (root ??= createRoot(host, noted)).render(view));
}

function element(): StationPlayerElement {
  const found = host.querySelector('station-player');
  if (!found) throw new Error('No player in the page.');
  return found;
}

describe('<StationPlayer>', () => {
  test('is the element, with its options as attributes', async () => {
    await show(
      <StationPlayer
        station="demo"
        apiBase={server.apiBase}
        background="111"
        song={false}
        logo
        muted
        volume={0.5}
        exclusive={false}
        className="shop"
        style={{ width: 200 }}
        aria-label="Shop radio"
      />,
    );
    const { attributes } = element();
    const told = Object.fromEntries([...attributes].map(({ name, value }) => [name, value]));
    expect(told).toMatchObject({
      station: 'demo',
      'api-base': server.apiBase,
      background: '111',
      song: 'false',
      logo: 'true',
      volume: '0.5',
      exclusive: 'false',
      class: 'shop',
      'aria-label': 'Shop radio',
    });
    expect(element()).toMatchObject({
      muted: true,
      volume: 0.5,
      exclusive: false,
      autoplay: false,
    });
    expect(element().style.width).toBe('200px');
    await vi.waitFor(() => expect(element().shadowRoot?.textContent).toContain('Demo Radio'));
  });

  test('follows its props, and keeps what a listener has changed', async () => {
    const view = (button?: string, muted?: boolean) => (
      <StationPlayer station="demo" apiBase={server.apiBase} button={button} muted={muted} />
    );
    await show(view('111', true));
    element().muted = false;
    await show(view('222', true));
    expect(element().getAttribute('button')).toBe('222');
    expect(element().muted).toBe(false);
    await show(view());
    expect(element().hasAttribute('button')).toBe(false);
    await show(view(undefined, true));
    expect(element().muted).toBe(true);
    await show(view());
    expect(element().muted).toBe(false);
  });

  test('calls the current handlers of the element’s events, once each', async () => {
    const heard: string[] = [];
    const view = (turn: string) => (
      <StrictMode>
        <StationPlayer
          station="demo"
          apiBase={server.apiBase}
          onPlay={() => heard.push(`${turn} play`)}
          onPause={() => heard.push(`${turn} pause`)}
          onStateChange={({ detail }) => heard.push(`${turn} ${detail.state}`)}
          onTrackChange={({ detail }) => heard.push(`${turn} ${detail.track?.title}`)}
          onVolumeChange={({ detail }) => heard.push(`${turn} ${detail.muted}`)}
          onError={({ detail }) => heard.push(`${turn} ${detail.code}`)}
        />
      </StrictMode>
    );
    await show(view('first'));
    await vi.waitFor(() => expect(heard).toEqual(['first Morning Counter']));
    heard.length = 0;
    await show(view('then'));
    await act(() => element().play());
    element().muted = true;
    element().pause();
    expect(heard).toEqual([
      'then loading',
      'then playing',
      'then play',
      'then true',
      'then paused',
      'then pause',
    ]);
  });

  test('tells of its station, and keeps playing when it changes', async () => {
    const heard: string[] = [];
    const view = (exclusive: boolean) => (
      <StationPlayer
        station="demo"
        apiBase={server.apiBase}
        exclusive={exclusive}
        keepPlaying
        onReady={({ type }) => heard.push(type)}
        onStationChange={({ detail }) => heard.push(`${detail.station?.name}`)}
      />
    );
    await show(view(true));
    await vi.waitFor(() => expect(heard).toEqual(['Demo Radio', 'ready']));
    await act(() => element().play());
    await act(async () => show(view(false)));
    await vi.waitFor(() => expect(element().state).toBe('playing'));
  });

  test('gives the element as its ref', async () => {
    const ref = createRef<StationPlayerElement>();
    await show(<StationPlayer ref={ref} station="demo" apiBase={server.apiBase} />);
    expect(ref.current).toBe(element());
    await act(() => element().play());
    expect(ref.current?.state).toBe('playing');
    await show(null);
    expect(ref.current).toBe(null);
  });

  test('is the bare tag on a server, and hydrates without a warning', async () => {
    const view = (
      <Suspense>
        <StationPlayer station="demo" apiBase={server.apiBase} song={false} muted className="shop">
          <a href="/demo">Listen on its page</a>
        </StationPlayer>
      </Suspense>
    );
    const html = renderToString(view);
    expect(html).toContain(
      `<station-player station="demo" api-base="${server.apiBase}" song="false" muted="" class="shop">` +
        '<a href="/demo">Listen on its page</a></station-player>',
    );
    host.innerHTML = html;
    const before = element();
    await act(async () => {
      root = hydrateRoot(host, view, noted);
    });
    expect(element()).toBe(before);
    await vi.waitFor(() => expect(before.shadowRoot?.textContent).toContain('Demo Radio'));
    expect(complaints).toEqual([]);
  });
});

describe('usePlayer', () => {
  /** A customer's own controls. */
  function Controls(options: PlayerOptions) {
    const { state, paused, error, tracks, volume, play, pause, retry, setMuted } =
      usePlayer(options);
    return (
      <p>
        <button onClick={error ? retry : paused ? play : pause}>{state}</button>
        <button onClick={() => setMuted(true)}>{volume}</button>
        <output>{tracks?.current?.title}</output>
      </p>
    );
  }

  const demo = () => ({ station: 'demo', apiBase: server.apiBase });
  const press = (index = 0) => host.querySelectorAll('button')[index]?.click();
  const draw = (view: React.ReactNode) => (root ??= createRoot(host, noted)).render(view);
  const says = (text: string) => vi.waitFor(() => expect(host.textContent).toContain(text));
  const eventStreams = ({ asked }: FakeStation) =>
    asked.filter((path) => path.endsWith('/events')).length;

  beforeEach(() => {
    // Updates arrive from the network, outside of `act`.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  });
  afterEach(async () => {
    root?.unmount();
    root = undefined;
    await vi.waitFor(() => expect(sound.playing()).toEqual([]));
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  });

  test('plays and shows titles where StrictMode mounts twice, with one player, until it unmounts', async () => {
    draw(<StrictMode>{<Controls {...demo()} />}</StrictMode>);
    await says('Morning Counter');
    press();
    await says('playing');
    expect(sound.playing()).toHaveLength(1);
    expect(eventStreams(server)).toBe(1);
    server.nextTrack();
    press();
    await says('paused');
    press();
    await says('playing');
    draw(null);
    await vi.waitFor(() => expect(sound.playing()).toEqual([]));
  });

  test('moves to another station, plays on there, and keeps what the listener has set', async () => {
    const other = await serveStation();
    draw(<Controls {...demo()} volume={0.5} />);
    await says('Morning Counter');
    press();
    await says('playing');
    press(1);
    const [audio] = sound.playing();
    draw(<Controls {...demo()} apiBase={other.apiBase} volume={0.5} />);
    await vi.waitFor(() => expect(audio?.src).toContain(other.apiBase));
    await says('playing');
    expect(sound.playing()).toEqual([audio]);
    expect(audio).toMatchObject({ muted: true, volume: 0.5 });
    draw(<Controls {...demo()} apiBase={other.apiBase} volume={0.25} muted={false} />);
    await vi.waitFor(() => expect(audio).toMatchObject({ muted: false, volume: 0.25 }));
    draw(null);
    other.close();
  });

  test('draws on a server what the page has fetched there, and hydrates without a warning', async () => {
    const initial = { station: STATION, now_playing: NOW_PLAYING };
    const view = (
      <Suspense>
        <Controls {...demo()} initial={initial} />
      </Suspense>
    );
    host.innerHTML = renderToString(view);
    expect(host.textContent).toBe('idle1Morning Counter');
    expect(server.asked).toEqual([]);
    root = hydrateRoot(host, view, noted);
    await vi.waitFor(() => expect(eventStreams(server)).toBe(1));
    expect(complaints).toEqual([]);
  });

  test('is a new player in a component that is mounted again later', async () => {
    draw(<Controls {...demo()} />);
    await says('Morning Counter');
    press();
    await says('playing');
    draw(null);
    await vi.waitFor(() => expect(sound.playing()).toEqual([]));
    draw(<Controls {...demo()} />);
    await says('Morning Counter');
    press();
    await says('playing');
  });
});

describe('<station-player> in JSX', () => {
  /** As a customer writes it: booleans and texts are alike. */
  const tags = [
    <station-player key="1" station="demo" song={false} logo muted={false} keep-playing />,
    <station-player
      key="2"
      station="demo"
      song="false"
      logo="true"
      muted="false"
      autoplay="false"
    />,
  ];

  test.each([['booleans', 0] as const, ['texts', 1] as const])(
    'takes %s, drawn in the browser',
    async (_, index) => {
      await show(tags[index]);
      expect(element()).toMatchObject({ song: false, logo: true, muted: false, autoplay: false });
      await show(<station-player key={tags[index]?.key} station="demo" song logo={false} muted />);
      expect(element()).toMatchObject({ song: true, logo: false, muted: true });
    },
  );

  test.each([['booleans', 0] as const, ['texts', 1] as const])(
    'takes %s, drawn by a server',
    async (_, index) => {
      // The element sets its state on its tag, which React compares in development.
      const { props } = tags[index] as React.ReactElement<object>;
      const view = (
        <Suspense>
          <station-player {...props} suppressHydrationWarning />
        </Suspense>
      );
      host.innerHTML = renderToString(view);
      const before = element();
      await act(async () => {
        root = hydrateRoot(host, view, noted);
      });
      expect(element()).toBe(before);
      expect(before).toMatchObject({ song: false, logo: true, muted: false, autoplay: false });
      expect(complaints).toEqual([]);
    },
  );

  test.each([['booleans', 0] as const, ['texts', 1] as const])(
    'takes %s, drawn before it is defined',
    async (_, index) => {
      const html = renderToString(<Suspense>{tags[index]}</Suspense>);
      const tag = `late-player-${index}`;
      host.innerHTML = html.replaceAll('station-player', tag);
      const { type: _type, props } = tags[index] as React.ReactElement<object>;
      const Late = tag as 'station-player';
      await act(async () => {
        root = hydrateRoot(host, <Suspense>{<Late {...props} />}</Suspense>, noted);
      });
      defineStationPlayer('', tag);
      expect(host.querySelector(tag)).toMatchObject({ song: false, logo: true, muted: false });
    },
  );

  test('has types: what the element does not take is refused', () => {
    // @ts-expect-error -- a word is not a boolean
    void (<station-player song="no" />);
    // @ts-expect-error -- React would drop it from a page that a server draws
    void (<station-player exclusive={false} />);
    // @ts-expect-error -- the attribute is called api-base
    void (<station-player apiBase="https://radio.example.com" />);
    void (<station-player onstatechange={({ detail }) => detail.state} />);
  });
});
