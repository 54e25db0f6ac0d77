// @vitest-environment node
// Where there is a document, Preact takes noscript to be of no use and leaves it empty.
import { expect, test } from 'vitest';
import { STATION } from '../../sdk/test/fake-player.ts';
import { renderStationPage } from './render.tsx';

test('a station’s page plays without scripts by the browser’s own player', () => {
  const { html } = renderStationPage({
    kind: 'station',
    station: STATION,
    slug: 'demo',
    view: 'full',
    lang: 'en',
    query: '',
    api_base: '',
    home_url: '/',
    year: 2026,
    page_url: STATION.station_url,
  });
  expect(html).toContain(
    `<noscript><audio controls preload="none" src="${STATION.stream_url}"></audio></noscript>`,
  );
});
