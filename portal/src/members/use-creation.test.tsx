import type { Station } from '@stationhouse/sdk/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { billingQuery } from '../billing/subscription.ts';
import { doing, drawPages, text, until } from '../ui/test/draw.tsx';
import { useCreation } from './use-creation.ts';

const STATION = { status: 'setup_pending' } as Station;

function Home() {
  const { isOn } = useCreation(STATION);
  return <p>{isOn ? 'Wizard' : 'Home'}</p>;
}

test('a link that is pressed while the paid purchase is still loading opens', async () => {
  // Billing is answered later, by the test.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  onTestFinished(() => void vi.unstubAllGlobals());
  let load: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  const sound = async () => {
    await loaded;
    return { element: <p>Sound</p> };
  };
  const { queries, router } = await drawPages(
    [
      { path: '/members', element: <Home /> },
      { path: '/members/sound', lazy: sound },
    ],
    '/members?create=Starter',
  );
  expect(text()).toBe('Home');
  await doing(() => void router.navigate('/members/sound'));
  await doing(async () => {
    queries.setQueryData(billingQuery.queryKey, { subscription: null } as never);
    // Observers learn of it with the next turn.
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await doing(load);
  await until(() => expect(text()).toBe('Sound'));
});
