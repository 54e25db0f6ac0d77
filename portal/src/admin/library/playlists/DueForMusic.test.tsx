// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { listed } from '../../../api/test/answers.ts';
import { pressable, text, until } from '../../../ui/test/draw.tsx';
import { openAdmin } from '../../test/open-admin-dialog.tsx';
import { DueForMusic } from './DueForMusic.tsx';

test('reminds of playlists that are due for new music, and links to them', async () => {
  await openAdmin(
    '/admin/playlists',
    {
      'GET /v1/admin/library/playlists': (query) =>
        listed(query.get('is_due') === 'true' ? [{ id: 'p1', name: 'Mellow mornings' }] : [])(),
    },
    <DueForMusic />,
  );
  await until(() => expect(text()).toContain('1 playlist is due for new music'));
  expect(text()).toContain('Not changed for more than 14 days: Mellow mornings');
  expect(pressable('Mellow mornings').getAttribute('href')).toBe('/admin/playlists?playlist=p1');
});
