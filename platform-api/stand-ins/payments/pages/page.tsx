/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { BRAND } from '../../../contract/brand.ts';
import { controlPaths } from './addresses.ts';
import type { PageAnswer } from './answer.ts';
import { CARD_SCRIPT } from './card-script.ts';
import { PAGE_STYLE } from './page-style.ts';

/** Shown on every page, so that it is not taken for a real payment page. */
const BAND = 'Payment sandbox: no money moves.';

function Logo() {
  return (
    <svg viewBox="3 2 26 28" aria-hidden="true">
      <path
        d="M16 2.2a3 3 0 0 1 1.75.56l10 7.2A3.2 3.2 0 0 1 29 12.5V26a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V12.5a3.2 3.2 0 0 1 1.25-2.54l10-7.2A3 3 0 0 1 16 2.2Z"
        fill="var(--logo)"
      />
      <circle cx="16" cy="18.5" r="5.5" fill="var(--on_air)" />
    </svg>
  );
}

interface PageProps {
  title: string;
  /** The width of a form, a list or the whole window. */
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
            <Logo />
            {BRAND.name}
          </header>
          {children}
        </main>
        <footer>
          A stand-in for the payment provider, for development and demonstrations.{' '}
          <a href={controlPaths.page}>Sandbox controls</a>
        </footer>
        <script type="module" dangerouslySetInnerHTML={{ __html: CARD_SCRIPT }} />
      </body>
    </html>
  );
}

/** @param props.leadsTo URLs outside the stand-in that the page's forms may lead to */
export function pageAnswer(
  props: PageProps & { status?: number; leadsTo?: readonly (string | null)[] },
): PageAnswer {
  const { status = 200, leadsTo = [], ...page } = props;
  const html = `<!doctype html>${renderToStaticMarkup(<Page {...page} />)}`;
  return { kind: 'page', status, html, leadsTo };
}

/** A page with one message and perhaps a link. */
export function messageAnswer(message: {
  status: number;
  title: string;
  text: string;
  link?: { to: string | null; text: string };
}): PageAnswer {
  const { status, title, text, link } = message;
  const children = (
    <>
      <h1>{title}</h1>
      <p className="muted lead">{text}</p>
      {link && link.to !== null && (
        <p>
          <a className="button primary" href={link.to}>
            {link.text}
          </a>
        </p>
      )}
    </>
  );
  return pageAnswer({ status, title, children });
}

/** For an unknown page, session or invoice. */
export function notFound(): PageAnswer {
  return messageAnswer({
    status: 404,
    title: 'Page not found',
    text: 'There is nothing at this address. The link may be incomplete, or the sandbox was emptied.',
  });
}
