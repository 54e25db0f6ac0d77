import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { NumberInput } from './NumberInput.tsx';
import { doing, draw, find, type } from './test/draw.tsx';

const onChange = vi.fn<(value: number) => void>();

function Frequency() {
  const [value, setValue] = useState(10);
  return (
    <form>
      <NumberInput
        label="Frequency"
        value={value}
        onChange={(next) => {
          onChange(next);
          setValue(next);
        }}
        bounds={{ min: 1, max: 60 }}
        fallback={10}
        unit={{ one: 'minute', many: 'minutes' }}
      />
    </form>
  );
}

const input = () => find(HTMLInputElement, 'input[type="text"]');
const step = (way: 'more' | 'fewer') =>
  find(HTMLButtonElement, `button[aria-label="Frequency: ${way} minutes"]`);

test.each([
  ['0', 1],
  ['61', 60],
  ['7', 7],
  ['', 10],
  ['12.6', 13],
])('‘%s’ counts as %s at once, and is rewritten on blur', async (typed, value) => {
  await draw(<Frequency />);
  await doing(() => input().focus());
  await type(input(), typed);
  expect(onChange).toHaveBeenLastCalledWith(value);
  // The text is not changed while typing.
  expect(input().value).toBe(typed);
  await doing(() => input().blur());
  expect(input().value).toBe(String(value));
});

test('does not accept letters', async () => {
  await draw(<Frequency />);
  await type(input(), 'ten');
  expect(input().value).toBe('10');
});

test('steps with buttons and arrow keys, within its bounds', async () => {
  await draw(<Frequency />);
  await doing(() => step('more').click());
  expect(input().value).toBe('11');
  await doing(() => {
    input().focus();
    input().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  });
  expect(input().value).toBe('10');
  await doing(() => {
    input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
  });
  expect(find(HTMLElement, 'form').textContent).toBe('minute');
  expect(step('fewer').disabled).toBe(true);
  expect(step('more').disabled).toBe(false);
});
