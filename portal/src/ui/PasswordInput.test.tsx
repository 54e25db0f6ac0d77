import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Field } from './Field.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { doing, draw, find, type, until } from './test/draw.tsx';

function NewPassword() {
  const [value, setValue] = useState('');
  return (
    <Field label="Password" required>
      <PasswordInput
        autoComplete="new-password"
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    </Field>
  );
}

test('shows the password on request', async () => {
  await draw(<NewPassword />);
  const input = find(HTMLInputElement, 'input');
  expect(input.type).toBe('password');
  await doing(() => find(HTMLButtonElement, '[aria-label="Show password"]').click());
  expect(input.type).toBe('text');
  await doing(() => find(HTMLButtonElement, '[aria-label="Hide password"]').click());
  expect(input.type).toBe('password');
});

test('says while it is typed that a password is a common one', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body));
    return Response.json({ is_good: false });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { place } = await draw(<NewPassword />);
  await type(find(HTMLInputElement, 'input'), 'sunshine1');
  await until(() =>
    expect(place.querySelector('[role="status"]')?.textContent).toBe(
      'Many people use this one. Try three unrelated words.',
    ),
  );
  expect(asked).toEqual([{ password: 'sunshine1' }]);
});

test('gives advice from the first letter, and is labelled and required', async () => {
  const { place } = await draw(<NewPassword />);
  const input = find(HTMLInputElement, 'input');
  expect(place.querySelector('[role="status"]')).toBeNull();
  await type(input, 'a long walk by the sea');
  expect(place.querySelector('[role="status"]')?.textContent).toBe('Strong.');
  expect(input.labels?.[0]?.textContent).toContain('Password');
  expect(input.getAttribute('aria-required')).toBe('true');
});
