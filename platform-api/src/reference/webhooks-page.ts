import type { z } from 'zod';
import { BRAND } from '../../contract/site/brand.ts';
import {
  WEBHOOK_EVENT_DATA,
  WebhookEventAbout,
  type WebhookEventData,
} from '../../contract/webhooks/events.ts';
import {
  MAX_WEBHOOKS,
  WEBHOOK_DAYS,
  WEBHOOK_EVENTS,
  WEBHOOK_LOG_DAYS,
  WEBHOOK_OVERLAP_HOURS,
  WEBHOOK_SECONDS,
  WEBHOOK_WAITS_S,
} from '../../contract/webhooks/values.ts';
import { documentOf } from './reference-page.ts';

/** An event as it arrives. A test compares it with a real one. */
export const EXAMPLE_EVENT = {
  type: 'station.slug_changed',
  timestamp: '2026-11-21T09:30:00.000Z',
  data: {
    user_id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10',
    station: {
      public_id: 'st_019aa5d47f3a7c1e9d550b6f3f1c2a12',
      station_slug: 'counting-house',
      station_name: 'Counting House Radio',
      status: 'active',
    },
    former_slug: 'counting-house-bar',
  } satisfies WebhookEventData<'station.slug_changed'>,
};

const EXAMPLE_REQUEST = `POST /hooks/radio HTTP/1.1
content-type: application/json
webhook-id: evt_019aa5d47f3a7c1e9d550b6f3f1c2a10
webhook-timestamp: 1795253400
webhook-signature: v1,nC2l4z1m0aUWvB8xJ4oV3m7o1r2k3b4Yd5e6f7g8h9i=

${JSON.stringify(EXAMPLE_EVENT, null, 2)}`;

/** A receiver for Node, with the library. A test runs it. */
export const NODE_RECEIVER = `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

createServer(async (request, response) => {
  try {
    const event = webhook.verify(await text(request), request.headers);
    console.log(event.type);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(process.env.PORT);`;

/** The check in Python, without a library. A test runs it. */
export const PYTHON_CHECK = `import base64, hashlib, hmac, time

def is_genuine(secret, webhook_id, timestamp, signatures, body):
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{webhook_id}.{timestamp}.{body}".encode()
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    return any(hmac.compare_digest(expected, one) for one in signatures.split(" "))`;

const escaped = (code: string): string =>
  code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const block = (code: string): string => `<pre tabindex="0"><code>${escaped(code)}</code></pre>`;

/** An event, when it is sent, and the fields that it has besides those of every event. */
function entryOf(type: (typeof WEBHOOK_EVENTS)[number]): string {
  const { description = '', shape } = WEBHOOK_EVENT_DATA[type];
  const fields = Object.entries<z.ZodType>(shape)
    .filter(([name]) => !(name in WebhookEventAbout.shape))
    .map(([name, { description = '' }]) => `<code>${name}</code>: ${escaped(description)}`);
  return `<li><code>${type}</code>: ${[escaped(description), ...fields].join(' ')}</li>`;
}

/** A wait in the largest unit that it is whole in. */
function inWords(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** How to receive webhooks and check that they are genuine. */
export const webhooksPage = (): string =>
  documentOf(
    `Webhooks of ${BRAND.name}`,
    `<main class="page">
<h1>Webhooks</h1>
<p>A webhook is an address of your own server. We send a request to it when something happens to your station. Add up to
${MAX_WEBHOOKS} in the <a href="/members/account">portal</a>, under Account, or with <code>POST /v1/me/webhooks</code>, see
the <a href="/docs">reference</a>. An API key needs the scope <code>webhooks:write</code>. It also needs a
scope that reads the part of each event, such as <code>billing:read</code> for <code>invoice.paid</code>. Admins add webhooks for all
customers in the <a href="/admin/webhooks">admin area</a>, or with <code>POST /v1/admin/webhooks</code>.</p>
<section id="events"><h2>Events</h2>
<p>The body is JSON with <code>type</code>, <code>timestamp</code> and <code>data</code>. In <code>data</code> are the
<code>user_id</code> of the customer, the <code>station</code> as it was then, and what the event is about. New fields may
be added. The real body has no line breaks:</p>
${block(EXAMPLE_REQUEST)}
<ul>
${WEBHOOK_EVENTS.map(entryOf).join('\n')}
</ul>
<p><code>webhook.test</code> is sent when you ask for it.</p>
</section>
<section id="verify"><h2>Check the signature</h2>
<p>Requests are signed by the <a href="https://www.standardwebhooks.com">Standard Webhooks</a> specification, which has
libraries in many languages. Check the exact bytes of the body before you parse them. The secret is in the answer when you
add a webhook, and never again. In Node, with the package <code>standardwebhooks</code>:</p>
${block(NODE_RECEIVER)}
<p>In Python, without a package:</p>
${block(PYTHON_CHECK)}
<p>After a rotation of the secret, each request has two signatures for ${WEBHOOK_OVERLAP_HOURS} hours. Both examples accept
either.</p>
</section>
<section id="answer"><h2>Answer</h2>
<p>Answer with a status from 200 to 299 within ${WEBHOOK_SECONDS} seconds, and do slow work afterwards. Redirects are not
followed. After any other answer we wait and send again: ${WEBHOOK_WAITS_S.map(inWords).join(', ')}. If nothing was accepted
for ${WEBHOOK_DAYS} days, we disable the webhook and send you a mail. We do so at once when it answers 410.</p>
<p>An event can arrive more than once, and events can arrive in any order. <code>webhook-id</code> is the same in every
attempt, so note the ids that you have handled.</p>
</section>
<section id="log"><h2>Log</h2>
<p>The log of a webhook shows what was sent, how your server answered and how long that took. We keep it for
${WEBHOOK_LOG_DAYS} days. Each delivery can be sent again, and a test event can be sent at any time.</p>
</section>
</main>`,
  );
