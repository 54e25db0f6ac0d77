import { useState } from 'react';
import { expect, test } from 'vitest';
import { doing, draw, find } from '../../../ui/test/draw.tsx';
import { MarkerSlider } from './MarkerSlider.tsx';

/** A segue in the last 16 s of a song of 100 s. */
function Slider({ bars = [0.5] }: { bars?: readonly number[] }) {
  const [position, setPosition] = useState(95);
  return (
    <MarkerSlider
      name="Next song begins"
      text={`${(100 - position).toFixed(1)} s before the end`}
      part={{ from: 84, to: 100 }}
      limits={{ from: 88, to: 100 }}
      position={position}
      marked={{ from: position, to: 100 }}
      bars={bars}
      played={null}
      onMove={setPosition}
    />
  );
}

const slider = () => find(HTMLInputElement, 'input[type="range"]');
const value = () => slider().getAttribute('aria-valuetext');
const key = (name: string) =>
  doing(() =>
    slider().dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
    ),
  );

/** Presses or moves at a share of the close-up. */
const point = (type: string, share: number, { buttons = 1, pointerType = 'mouse' } = {}) =>
  doing(() => {
    const area = find(HTMLElement, '[class*="touch-pan-y"]');
    area.getBoundingClientRect = () => new DOMRect(10, 0, 200, 80);
    area.setPointerCapture = () => undefined;
    const at = { clientX: 10 + share * 200, buttons, bubbles: true };
    area.dispatchEvent(Object.assign(new MouseEvent(type, at), { pointerId: 1, pointerType }));
  });

test('arrow keys move a marker by 0.2 s, page keys by a second, and neither beyond its limits', async () => {
  await draw(<Slider />);
  expect(value()).toBe('5.0 s before the end');
  await key('ArrowLeft');
  expect(value()).toBe('5.2 s before the end');
  await key('ArrowUp');
  await key('ArrowRight');
  expect(value()).toBe('4.8 s before the end');
  for (let n = 0; n < 9; n += 1) await key('PageDown');
  expect(value()).toBe('12.0 s before the end');
  for (let n = 0; n < 13; n += 1) await key('PageUp');
  expect(value()).toBe('0.0 s before the end');
});

test('a marker follows the pointer while it is pressed', async () => {
  await draw(<Slider />);
  await point('pointerdown', 0.5);
  expect(value()).toBe('8.0 s before the end');
  expect(document.activeElement).toBe(slider());
  await point('pointermove', 0.75);
  expect(value()).toBe('4.0 s before the end');
  await point('pointermove', 0.9, { buttons: 0 });
  expect(value()).toBe('4.0 s before the end');
  await point('pointerdown', 0);
  expect(value()).toBe('12.0 s before the end');
});

test('a finger that scrolls moves nothing; one that taps or draws aside moves the marker', async () => {
  await draw(<Slider />);
  const touch = { pointerType: 'touch' };
  await point('pointerdown', 0.5, touch);
  await point('pointercancel', 0.5, touch);
  expect(value()).toBe('5.0 s before the end');
  await point('pointerdown', 0.5, touch);
  await point('pointerup', 0.5, { ...touch, buttons: 0 });
  expect(value()).toBe('8.0 s before the end');
  await point('pointerdown', 0.5, touch);
  await point('pointermove', 0.75, touch);
  expect(value()).toBe('4.0 s before the end');
});

test('bars behind the marker are drawn apart from the others', async () => {
  await draw(<Slider bars={[1, 1, 1, 1]} />);
  const counts = [...document.querySelectorAll('path')].map(
    (path) => (path.getAttribute('d')?.match(/M/g) ?? []).length,
  );
  // The last bar is of the seconds from 96 on; the third one's middle is at 94.
  expect(counts).toEqual([3, 1]);
});
