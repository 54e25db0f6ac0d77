// @vitest-environment jsdom
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { doing, draw, find, type } from '../../ui/test/draw.tsx';
import { useDebouncedInput } from './use-debounced-input.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const keep = vi.fn<(value: string) => void>();
let arrive: (value: string) => void;

/** A field whose stored value changes when the test says so. */
function Typed() {
  const [kept, setKept] = useState('');
  useEffect(() => {
    arrive = setKept;
  }, []);
  const { value, onChange, flush } = useDebouncedInput(kept, keep);
  return (
    <input
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={() => flush(value)}
      onBlur={() => flush(value)}
    />
  );
}

const input = () => find(HTMLInputElement, 'input');
const pass = (ms: number) => doing(() => vi.advanceTimersByTime(ms));

beforeEach(async () => {
  keep.mockClear();
  await draw(<Typed />);
});

test('stores the trimmed value when typing pauses', async () => {
  await type(input(), 'a');
  await pass(200);
  await type(input(), 'ab ');
  await pass(200);
  expect(keep).not.toHaveBeenCalled();
  await pass(50);
  expect(keep.mock.calls).toEqual([['ab']]);
  expect(input().value).toBe('ab ');
});

test.each([
  ['Enter', () => new KeyboardEvent('keydown', { bubbles: true })],
  ['leaving the field', () => new FocusEvent('focusout', { bubbles: true })],
])('%s does not wait', async (_, event) => {
  await type(input(), 'ab');
  await doing(() => input().dispatchEvent(event()));
  expect(keep.mock.calls).toEqual([['ab']]);
  await pass(1_000);
  expect(keep).toHaveBeenCalledOnce();
});

test('keeps what is typed while the value is being stored', async () => {
  await type(input(), 'ab');
  await pass(250);
  await type(input(), 'abc');
  await doing(() => arrive('ab'));
  expect(input().value).toBe('abc');
  await pass(250);
  expect(keep.mock.calls).toEqual([['ab'], ['abc']]);
});

test('follows a value that was changed elsewhere', async () => {
  await type(input(), 'ab');
  await pass(250);
  await doing(() => arrive('ab'));
  await doing(() => arrive(''));
  expect(input().value).toBe('');
  await doing(() => arrive('ab'));
  expect(input().value).toBe('ab');
});

test('does not resend a value that was not accepted', async () => {
  await type(input(), 'nonsense');
  await pass(250);
  await pass(1_000);
  await type(input(), 'nonsense ');
  await pass(1_000);
  expect(keep).toHaveBeenCalledOnce();
});
