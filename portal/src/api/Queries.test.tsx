import { onlineManager, useMutation } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { doing, draw, find, text, until } from '../ui/test/draw.tsx';
import { Queries } from './Queries.tsx';

function Act() {
  const { mutate, status } = useMutation({
    mutationFn: () => Promise.reject(new Error('There is no network.')),
  });
  return <button onClick={() => mutate()}>{status}</button>;
}

test('an act without a network fails at once', async () => {
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  await draw(
    <Queries>
      <Act />
    </Queries>,
  );
  await doing(() => find(HTMLButtonElement, 'button').click());
  await until(() => expect(text()).toBe('error'));
});
