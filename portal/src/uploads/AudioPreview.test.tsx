import { StrictMode, type ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { doing, draw, find, pressable } from '../ui/test/draw.tsx';
import { AudioPreview } from './AudioPreview.tsx';

const url = (name: string) => `https://radio.example.com/${encodeURIComponent(name)}.mp3`;

function preview(name: string, more: Partial<Parameters<typeof AudioPreview>[0]> = {}) {
  return <AudioPreview name={name} url={url(name)} duration_seconds={30} {...more} />;
}

/** Adds what jsdom lacks: elements that play, pause and fire events. */
beforeEach(() => {
  const playing = new WeakSet<EventTarget>();
  const { prototype } = HTMLMediaElement;
  vi.spyOn(prototype, 'paused', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return !playing.has(this);
  });
  vi.spyOn(prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    playing.add(this);
    this.dispatchEvent(new Event('play'));
  });
  vi.spyOn(prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    if (playing.delete(this)) this.dispatchEvent(new Event('pause'));
  });
  vi.spyOn(prototype, 'load').mockImplementation(function (this: HTMLMediaElement) {
    playing.delete(this);
    Object.defineProperty(this, 'error', { value: null, configurable: true });
    this.dispatchEvent(new Event('emptied'));
  });
});

const sounds = () => [...document.querySelectorAll('audio')];
const sound = () => find(HTMLAudioElement, 'audio');
const slider = () => find(HTMLInputElement, 'input[type="range"]');
const press = (name: string) => doing(() => pressable(name).click());
const show = (element: ReactElement) => draw(<StrictMode>{element}</StrictMode>);

/** Moves the position. */
const reach = (seconds: number) =>
  doing(() => {
    sound().currentTime = seconds;
    sound().dispatchEvent(new Event('timeupdate'));
  });

/** The number of bars, and of those coloured as played. */
const barsDrawn = () =>
  [...document.querySelectorAll('path[class]')]
    .filter((path) => path.getAttribute('class')?.startsWith('fill-'))
    .map((path) => path.getAttribute('d')?.split('M').length ?? 0)
    .map((parts) => parts - 1)
    .slice(-2);

/** Makes playback fail. */
const fail = () =>
  doing(() => {
    Object.defineProperty(sound(), 'error', { value: { code: 4 }, configurable: true });
    sound().dispatchEvent(new Event('error'));
  });

test('plays and pauses with one button, and loads nothing before', async () => {
  await show(preview('Good morning'));
  expect(sound().preload).toBe('none');
  expect(sound().src).toBe(url('Good morning'));
  await press('Play Good morning');
  expect(sound().paused).toBe(false);
  await press('Pause Good morning');
  expect(sound().paused).toBe(true);
  await press('Play Good morning');
  await doing(() => {
    Object.defineProperty(sound(), 'ended', { value: true, configurable: true });
    sound().dispatchEvent(new Event('ended'));
  });
  expect(pressable('Play Good morning')).toBeTruthy();
});

test('draws the waveform from the peaks, coloured as far as it has played', async () => {
  const peaks = Array.from({ length: 120 }, (_, at) => at / 120);
  await show(preview('Good morning', { peaks }));
  expect(barsDrawn()).toEqual([60, 0]);
  await reach(15);
  expect(barsDrawn()).toEqual([60, 30]);
  await reach(30);
  expect(barsDrawn()).toEqual([60, 60]);
});

test('draws a flat line without peaks', async () => {
  await show(preview('Good morning'));
  const heights = find(Element, 'path.fill-edge')
    .getAttribute('d')
    ?.match(/v[\d.]+/g);
  expect(new Set(heights)).toEqual(new Set(['v2']));
  expect(barsDrawn()).toEqual([60, 0]);
});

test('the position is a slider that says the time', async () => {
  await show(preview('Good morning'));
  expect(slider().getAttribute('aria-label')).toBe('Position in Good morning');
  await reach(12.7);
  expect(slider().getAttribute('aria-valuetext')).toBe('0:12 of 0:30');
  expect(document.body.textContent).toContain('0:12 / 0:30');
  await doing(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider(), '21');
    slider().dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(sound().currentTime).toBe(21);
  expect(slider().getAttribute('aria-valuetext')).toBe('0:21 of 0:30');
});

test('the slider is disabled until the length is known', async () => {
  await show(preview('Good morning', { duration_seconds: undefined }));
  expect(slider().disabled).toBe(true);
  await doing(() => {
    Object.defineProperty(sound(), 'duration', { value: 75, configurable: true });
    sound().dispatchEvent(new Event('durationchange'));
  });
  expect(slider().disabled).toBe(false);
  expect(slider().getAttribute('aria-valuetext')).toBe('0:00 of 1:15');
});

test('Enter on the slider does not submit the form', async () => {
  await show(preview('Good morning'));
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  await doing(() => slider().dispatchEvent(enter));
  expect(enter.defaultPrevented).toBe(true);
});

test('one preview plays at a time', async () => {
  await show(
    <>
      {preview('Good morning')}
      {preview('Closing')}
    </>,
  );
  await press('Play Good morning');
  await press('Play Closing');
  expect(sounds().map(({ paused }) => paused)).toEqual([true, false]);
  expect(pressable('Play Good morning')).toBeTruthy();
});

test('a preview and the station’s player pause each other', async () => {
  const player = document.body.appendChild(document.createElement('station-player'));
  player.pause = vi.fn();
  await show(preview('Good morning'));
  await press('Play Good morning');
  expect(player.pause).toHaveBeenCalledOnce();
  expect(sound().paused).toBe(false);
  await doing(() => {
    player.dispatchEvent(new CustomEvent('play', { bubbles: true, composed: true }));
  });
  expect(sound().paused).toBe(true);
  player.remove();
});

test('says when a sound cannot be played, and reloads it on the next press', async () => {
  await show(preview('Good morning'));
  await press('Play Good morning');
  await fail();
  expect(document.body.textContent).toContain('This file could not be played.');
  await press('Play Good morning');
  expect(sound().load).toHaveBeenCalledOnce();
  expect(sound().paused).toBe(false);
  expect(document.body.textContent).not.toContain('could not be played');
});

test('stops when it is removed or its file changes', async () => {
  const { redraw } = await show(preview('Good morning'));
  await press('Play Good morning');
  const [first] = sounds();
  await redraw(<StrictMode>{preview('Good morning', { url: url('another') })}</StrictMode>);
  expect(first?.paused).toBe(true);
  await press('Play Good morning');
  const [second] = sounds();
  expect(second).not.toBe(first);
  await redraw(<p>Elsewhere</p>);
  expect(second?.paused).toBe(true);
});
