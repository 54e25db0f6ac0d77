import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { draw, text } from './test/draw.tsx';
import { useSignUpPath } from './use-sign-up-path.ts';

function Paths() {
  const signUpPath = useSignUpPath();
  return <p>{`${signUpPath()} ${signUpPath({ package: 'Starter' })}`}</p>;
}

test.each([
  ['/', '/signup /signup?package=Starter'],
  ['/faq', '/signup /signup?package=Starter'],
  ['/cafe', '/signup?industry=cafe /signup?package=Starter&industry=cafe'],
])('from %s the ways to sign up are %s', async (page, paths) => {
  await draw(
    <MemoryRouter initialEntries={[page]}>
      <Paths />
    </MemoryRouter>,
  );
  expect(text()).toBe(paths);
});
