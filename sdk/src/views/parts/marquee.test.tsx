import { render } from 'preact';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Marquee } from './marquee.tsx';

/** Lets a test say how wide the title and its line are, which jsdom never knows. */
function giveWidths(title: number, line: number) {
  let measure = () => undefined as void;
  const observed: Element[] = [];
  const disconnect = vi.fn<() => void>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        measure = callback;
      }
      observe = (element: Element) => void observed.push(element);
      disconnect = disconnect;
    },
  );
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(() => title);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(() => line);
  return { measure: () => measure(), observed, disconnect };
}

afterEach(() => vi.unstubAllGlobals());

function show(text: string, root = document.createElement('div')) {
  render(<Marquee text={text} />, root);
  const line = root.querySelector('p');
  if (!line) throw new Error('No title was drawn.');
  return { root, line };
}

describe('a title', () => {
  test('that fits stays where it is and out of the way of Tab', () => {
    const widths = giveWidths(200, 200);
    const { line } = show('Morning Counter');
    widths.measure();
    expect(line.hasAttribute('tabindex')).toBe(false);
  });

  test('too long for its line moves by what is hidden, the longer the slower to end', () => {
    const widths = giveWidths(500, 200);
    const { line } = show('Morning Counter');
    widths.measure();
    expect(line.tabIndex).toBe(0);
    expect(line.style.getPropertyValue('--by')).toBe('-300px');
    expect(line.style.getPropertyValue('--for')).toBe('13s');
    expect(widths.observed).toEqual([line.firstElementChild, line]);
  });

  test('moves the other way where it is read from right to left', () => {
    const widths = giveWidths(500, 200);
    const { line } = show('أغنية طويلة');
    line.style.direction = 'rtl';
    document.body.append(line);
    widths.measure();
    line.remove();
    expect(line.style.getPropertyValue('--by')).toBe('300px');
  });

  test('stops moving once there is room', () => {
    const widths = giveWidths(500, 200);
    const { line } = show('Morning Counter');
    widths.measure();
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(() => 600);
    widths.measure();
    expect(line.hasAttribute('tabindex')).toBe(false);
  });

  test('is measured anew when it is another, and no more when it is gone', () => {
    const widths = giveWidths(500, 200);
    const { root } = show('Morning Counter');
    show('Second Cup', root);
    expect(widths.disconnect).toHaveBeenCalledTimes(1);
    expect(widths.observed).toHaveLength(4);
    render(null, root);
    expect(widths.disconnect).toHaveBeenCalledTimes(2);
  });

  test('is only words where a browser cannot measure', () => {
    expect(show('Morning Counter').line.textContent).toBe('Morning Counter');
  });
});
