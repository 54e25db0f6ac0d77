/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { BRAND } from '../../../contract/brand.ts';
import type { PageAnswer } from './answer.ts';
import { CARD_SCRIPT } from './card-script.ts';
import { PAGE_STYLE } from './page-style.ts';

/** What stands on top of every page, so that nobody takes it for a real till. */
export const BAND = 'Payment sandbox: no money moves.';

/** The control page's address within the sandbox. */
export const CONTROL_PATH = '/';

function House() {
  return (
    <svg viewBox="3 2 26 28" aria-hidden="true">
      <path
        d="M16 2.2a3 3 0 0 1 1.75.56l10 7.2A3.2 3.2 0 0 1 29 12.5V26a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V12.5a3.2 3.2 0 0 1 1.25-2.54l10-7.2A3 3 0 0 1 16 2.2Z"
        fill="var(--house)"
      />
      <circle cx="16" cy="18.5" r="5.5" fill="var(--on_air)" />
    </svg>
  );
}

interface PageProps {
  title: string;
  /** A form's width, a list's, or a whole window's. */
  width?: 'narrow' | 'middle' | 'wide';
  children: ReactNode;
}

function Page({ title, width = 'narrow', children }: PageProps) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${BRAND.name} payment sandbox`}</title>
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: PAGE_STYLE }} />
      </head>
      <body>
        <aside className="band" aria-label="Payment sandbox">
          {BAND}
        </aside>
        <main className={width}>
          <header>
            <House />
            {BRAND.name}
          </header>
          {children}
        </main>
        <footer>
          A stand-in for the payment provider, for development and demonstrations.{' '}
          <a href={CONTROL_PATH}>Sandbox controls</a>
        </footer>
        <script type="module" dangerouslySetInnerHTML={{ __html: CARD_SCRIPT }} />
      </body>
    </html>
  );
}

/** A whole page as an answer. `leadsTo`: where else than to the sandbox its forms may lead. */
export function pageAnswer(
  props: PageProps & { status?: number; leadsTo?: readonly (string | null)[] },
): PageAnswer {
  const { status = 200, leadsTo = [], ...page } = props;
  const html = `<!doctype html>${renderToStaticMarkup(<Page {...page} />)}`;
  return { kind: 'page', status, html, leadsTo };
}

/** A page that says one thing, with a way on. */
export function wordAnswer(said: {
  status: number;
  title: string;
  words: string;
  way?: { to: string | null; words: string };
}): PageAnswer {
  const { status, title, words, way } = said;
  const children = (
    <>
      <h1>{title}</h1>
      <p className="muted lead">{words}</p>
      {way && way.to !== null && (
        <p>
          <a className="button primary" href={way.to}>
            {way.words}
          </a>
        </p>
      )}
    </>
  );
  return pageAnswer({ status, title, children });
}

/** There is no such page, session or invoice. */
export function notFound(): PageAnswer {
  return wordAnswer({
    status: 404,
    title: 'Page not found',
    words:
      'There is nothing at this address. The link may be incomplete, or the sandbox was emptied.',
  });
}
