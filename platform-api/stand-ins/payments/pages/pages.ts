// The sandbox's pages: what people meet in a browser where Stripe's pages would be.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SandboxActs } from '../acts.ts';
import { sendAnswer, type Answer } from './answer.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { controlRoutes } from './control-routes.ts';
import { invoiceRoutes } from './invoice-routes.ts';
import { createKeptCards } from './kept-cards.ts';
import { notFound, wordAnswer } from './page.tsx';
import { portalRoutes } from './portal-routes.ts';
import { readForm } from './read-form.ts';
import type { Route } from './route.ts';

/** Below this stands the API, which is not ours. */
const API_PATH = /^\/v1(?:\/|$)/;

/**
 * Makes the sandbox's pages: checkout, customer portal, invoices, controls. The function they are
 * resolves to true where it has answered, and to false for paths of the API. It rejects where an act
 * throws; whoever serves it answers that.
 */
export function sandboxPages(
  acts: SandboxActs,
  about: { url: () => string },
): (req: IncomingMessage, res: ServerResponse) => Promise<boolean> {
  const kept = createKeptCards(Date.now);
  const routes = [
    ...controlRoutes(acts),
    ...checkoutRoutes(acts, kept),
    ...portalRoutes(acts, kept),
    ...invoiceRoutes(acts, kept),
  ];
  return async (req, res) => {
    const [path = '', query = ''] = (req.url ?? '').split('?', 2);
    if (API_PATH.test(path)) return false;
    const answer = await answerTo(req, routes, {
      path,
      query,
      origin: new URL(about.url()).origin,
    });
    if (answer === null) return true;
    // A body that was not read to its end would be taken for the next request.
    if (!req.complete) res.setHeader('Connection', 'close');
    sendAnswer(res, answer);
    return true;
  };
}

/** What to answer; null: nobody waits for it any more. */
async function answerTo(
  req: IncomingMessage,
  routes: Route[],
  asked: { path: string; query: string; origin: string },
): Promise<Answer | null> {
  const here = routes.filter((route) => route.path.test(asked.path));
  if (here.length === 0) return notFound();
  const method = req.method === 'HEAD' ? 'GET' : req.method;
  const route = here.find((candidate) => candidate.method === method);
  if (!route) return wrongMethod(here);
  const params = route.path.exec(asked.path)?.slice(1) ?? [];
  const query = new URLSearchParams(asked.query);
  if (route.method === 'GET') return route.answer({ params, query, form: new URLSearchParams() });

  if (!isOwnPage(req, asked.origin)) return strangersPage();
  const form = await readForm(req);
  if (form === 'gone') return null;
  if (form === 'too_large') return refusedForm(413, 'This is more than the form asks for.');
  if (form === 'not_a_form') return refusedForm(415, 'This address takes what its form sends.');
  return route.answer({ params, query, form });
}

/**
 * Whether one of the sandbox's own pages sends this, by what the browser itself says (OWASP, CSRF
 * Prevention): no other website presses these buttons.
 */
function isOwnPage({ headers }: IncomingMessage, origin: string): boolean {
  return headers.origin === origin || headers['sec-fetch-site'] === 'same-origin';
}

const strangersPage = (): Answer =>
  wordAnswer({
    status: 403,
    title: 'Not from here',
    words: 'Another website sent this. Nothing was done. Please use the form on the page itself.',
  });

const refusedForm = (status: number, words: string): Answer =>
  wordAnswer({ status, title: 'That did not work', words });

function wrongMethod(here: Route[]): Answer {
  const methods = here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const answer = wordAnswer({
    status: 405,
    title: 'Not this way',
    words: 'This address is used in another way. Go back and use the button on the page.',
  });
  return { ...answer, allow: methods.join(', ') };
}
