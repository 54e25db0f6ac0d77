import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PaymentsActs } from '../acts.ts';
import { sendAnswer, type PageAnswer, type Redirect } from './answer.ts';
import { checkoutPage } from './checkout-page.tsx';
import { controlActions } from './control-actions.ts';
import { invoicePage } from './invoice-page.tsx';
import { messageAnswer, notFound } from './page.tsx';
import type { PageRoute } from './page-route.ts';
import { portalPage } from './portal-page.tsx';

/** The pages' own forms are far smaller. */
const MAX_FORM_BYTES = 16 * 1024;

/**
 * The pages that people see in place of Stripe's: checkout, customer portal, invoices, controls.
 *
 * @param base returns the stand-in's origin
 * @returns the request handler. It rejects when an act throws
 */
export function createPages(
  acts: PaymentsActs,
  base: () => string,
): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  const routes = [
    ...controlActions(acts),
    ...checkoutPage(acts),
    ...portalPage(acts),
    ...invoicePage(acts),
  ];
  return async (req, res) => {
    const answer = await answerTo(req, routes, base());
    if (answer === null) return;
    // The unread rest of a body would be taken for the next request.
    if (!req.complete) res.setHeader('Connection', 'close');
    sendAnswer(res, answer);
  };
}

/** @returns null: the client has disconnected */
async function answerTo(
  req: IncomingMessage,
  routes: PageRoute[],
  base: string,
): Promise<PageAnswer | Redirect | null> {
  const [path = '', search = ''] = (req.url ?? '').split('?', 2);
  const matching = routes.filter((route) => route.path.test(path));
  if (matching.length === 0) return notFound();
  const method = req.method === 'HEAD' ? 'GET' : req.method;
  const route = matching.find((candidate) => candidate.method === method);
  if (!route) return wrongMethod(matching);
  const params = route.path.exec(path)?.slice(1) ?? [];
  const query = new URLSearchParams(search);
  if (route.method === 'GET') return route.answer({ params, query, form: new URLSearchParams() });

  if (!isSameOrigin(req, base)) {
    return messageAnswer({
      status: 403,
      title: 'Not from here',
      text: 'Another website sent this. Nothing was done. Please use the form on the page itself.',
    });
  }
  const form = await readForm(req);
  if (form === 'aborted') return null;
  if (form === 'too_large') return badForm(413, 'The form is too large.');
  if (form === 'not_a_form') return badForm(415, 'This address accepts its own form only.');
  return route.answer({ params, query, form });
}

/** Protects the forms against CSRF by the headers that browsers set themselves. */
function isSameOrigin({ headers }: IncomingMessage, base: string): boolean {
  return headers.origin === base || headers['sec-fetch-site'] === 'same-origin';
}

const badForm = (status: number, text: string): PageAnswer =>
  messageAnswer({ status, title: 'That did not work', text });

function wrongMethod(matching: PageRoute[]): PageAnswer {
  const methods = matching.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const answer = messageAnswer({
    status: 405,
    title: 'Not this way',
    text: 'This address is used in another way. Go back and use the button on the page.',
  });
  return { ...answer, allow: methods.join(', ') };
}

/** Reads a form of at most 16 kB. */
function readForm(
  req: IncomingMessage,
): Promise<URLSearchParams | 'too_large' | 'not_a_form' | 'aborted'> {
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return Promise.resolve('not_a_form');
  if (Number(req.headers['content-length']) > MAX_FORM_BYTES) return Promise.resolve('too_large');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_FORM_BYTES) resolve('too_large');
      else chunks.push(chunk);
    });
    req.on('end', () => resolve(new URLSearchParams(Buffer.concat(chunks).toString())));
    req.on('error', () => resolve('aborted'));
    req.on('close', () => resolve('aborted'));
  });
}
