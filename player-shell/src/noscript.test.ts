// @vitest-environment node
// Where there is a document, Preact takes noscript to be of no use and leaves it empty.
import { expect, test } from 'vitest';
import { STATION } from '../../sdk/test/fake-player.ts';
import { pageWith } from '../test/fake-page.ts';
import { renderStationPage } from './render.tsx';

test('a station’s page plays without scripts in the browser’s own player', () => {
  const { html } = renderStationPage(pageWith());
  expect(html).toContain(
    `<noscript><audio controls preload="none" src="${STATION.stream_url}"></audio></noscript>`,
  );
});
