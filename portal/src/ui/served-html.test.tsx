import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { ShowcasePage } from './ShowcasePage.tsx';

test('no piece of the kit writes a style into served HTML, which our pages’ policy forbids', () => {
  const html = renderToString(
    <StaticRouter location="/">
      <ShowcasePage />
    </StaticRouter>,
  );
  expect(html).toContain('Start Your Station');
  expect(html).not.toMatch(/<style|\sstyle="/);
  expect(html).not.toMatch(/\son\w+="/);
});
