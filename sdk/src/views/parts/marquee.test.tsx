import { render } from 'preact';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Marquee } from './marquee.tsx';

/** Sets the widths of the title and its line, since jsdom has no layout. */
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
  test('that fits does not move and is not in the tab order', () => {
    const widths = giveWidths(200, 200);
    const { line } = show('Morning Counter');
    widths.measure();
    expect(line.hasAttribute('tabindex')).toBe(false);
  });

  test('that is too long scrolls by the hidden width, slower the longer it is', () => {
    const widths = giveWidths(500, 200);
    const { line } = show('Morning Counter');
    widths.measure();
    expect(line.tabIndex).toBe(0);
    expect(line.style.getPropertyValue('--by')).toBe('-300px');
    expect(line.style.getPropertyValue('--for')).toBe('13s');
    expect(widths.observed).toEqual([line.firstElementChild, line]);
  });

  test('scrolls the other way in right-to-left text', () => {
    const widths = giveWidths(500, 200);
    const { line } = show('أغنية طويلة');
    line.style.direction = 'rtl';
    document.body.append(line);
    widths.measure();
    line.remove();
    expect(line.style.getPropertyValue('--by')).toBe('300px');
  });

  test('stops scrolling once there is room', () => {
    const widths = giveWidths(500, 200);
    const { line } = show('Morning Counter');
    widths.measure();
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(() => 600);
    widths.measure();
    expect(line.hasAttribute('tabindex')).toBe(false);
  });

  test('is measured again when it changes, and no more when it is removed', () => {
    const widths = giveWidths(500, 200);
    const { root } = show('Morning Counter');
    show('Second Cup', root);
    expect(widths.disconnect).toHaveBeenCalledTimes(1);
    expect(widths.observed).toHaveLength(4);
    render(null, root);
    expect(widths.disconnect).toHaveBeenCalledTimes(2);
  });

  test('is plain text when the browser cannot measure', () => {
    expect(show('Morning Counter').line.textContent).toBe('Morning Counter');
  });
});
