/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { BRAND, LOGO } from '../../../contract/site/brand.ts';
import { controlPaths } from './addresses.ts';
import type { PageAnswer } from './answer.ts';
import { CARD_SCRIPT } from './card-script.ts';
import { PAGE_STYLE } from './page-style.ts';

/** Shown on every page, so that it is not taken for a real payment page. */
const BAND = 'Payment sandbox: no money moves.';

function Logo() {
  return (
    <svg viewBox={LOGO.view_box} aria-hidden="true">
      <path d={LOGO.house} fill="var(--house)" />
      <circle {...LOGO.lamp} fill="var(--on_air)" />
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
