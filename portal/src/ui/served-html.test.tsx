import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { ShowcasePage } from './ShowcasePage.tsx';

test('no component renders an inline style, which the content security policy forbids', () => {
  const html = renderToString(
    <StaticRouter location="/">
      <ShowcasePage />
    </StaticRouter>,
  );
  expect(html).toContain('Start Your Station');
  expect(html).not.toMatch(/<style|\sstyle="/);
  expect(html).not.toMatch(/\son\w+="/);
});
