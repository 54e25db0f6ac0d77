import type { z } from 'zod';
import { BRAND } from '../../contract/site/brand.ts';
import {
  WEBHOOK_BODIES,
  WEBHOOK_DELAYS,
  WebhookEventAbout,
} from '../../contract/webhooks/events.ts';
import { WEBHOOK_EXAMPLES } from '../../contract/webhooks/examples.ts';
import {
  MAX_WEBHOOKS,
  WEBHOOK_DAYS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_LOG_DAYS,
  WEBHOOK_OVERLAP_HOURS,
  WEBHOOK_SECONDS,
  WEBHOOK_WAITS_S,
  type WebhookEventType,
} from '../../contract/webhooks/values.ts';
import { documentOf } from './reference-page.ts';

const EXAMPLE_REQUEST = `POST /hooks/radio HTTP/1.1
content-type: application/json
webhook-id: evt_019aa5d47f3a7c1e9d550b6f3f1c2a10
webhook-timestamp: 1795253400
webhook-signature: v1,nC2l4z1m0aUWvB8xJ4oV3m7o1r2k3b4Yd5e6f7g8h9i=

${JSON.stringify(WEBHOOK_EXAMPLES['station.slug_changed'], null, 2)}`;

/** A receiver for Express. A test runs it. */
export const EXPRESS_RECEIVER = `import express from 'express';
import { unwrap } from '@stationhouse/sdk/webhooks';

const app = express();
app.post('/hooks/radio', express.raw({ type: 'application/json' }), (request, response) => {
  const event = unwrap(request.body, request.headers, process.env.WEBHOOK_SECRET);
  if (event.type === 'station.silent') console.log(\`Silent since \${event.data.since}\`);
  response.sendStatus(204);
});
app.listen(process.env.PORT);`;

/** A route handler of Next. A test runs it. */
export const NEXT_RECEIVER = `// app/hooks/radio/route.ts
import { unwrap, WebhookError } from '@stationhouse/sdk/webhooks';

export async function POST(request) {
  try {
    const event = unwrap(await request.text(), request.headers, process.env.WEBHOOK_SECRET);
    if (event.type === 'station.silent') console.log(\`Silent since \${event.data.since}\`);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return new Response(error.message, { status: 400 });
  }
}`;

/** A receiver for Node without a framework. A test runs it. */
export const NODE_RECEIVER = `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { unwrap } from '@stationhouse/sdk/webhooks';

createServer(async (request, response) => {
  try {
    const event = unwrap(await text(request), request.headers, process.env.WEBHOOK_SECRET);
    console.log(event.type);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(400).end(error.message);
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

/** An event, when it is sent, the fields that it has besides those of every event, and an example. */
function entryOf(type: WebhookEventType): string {
  const { description = '', shape } = WEBHOOK_BODIES[type];
  const fields = Object.entries<z.ZodType>(shape.data.shape)
    .filter(([name]) => !(name in WebhookEventAbout.shape))
    .map(
      ([name, { description: says = '' }]) =>
        `<dt><code>${name}</code></dt><dd>${escaped(says)}</dd>`,
    );
  return `<h3 id="${type}"><code>${type}</code></h3>
<p>${escaped(description)} Sent: ${escaped(WEBHOOK_DELAYS[type])}</p>
${fields.length > 0 ? `<dl>${fields.join('\n')}</dl>` : ''}
<details><summary>Example</summary>${block(JSON.stringify(WEBHOOK_EXAMPLES[type], null, 2))}</details>`;
}

/** A wait in the largest unit that it is whole in. */
function inWords(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** How to receive webhooks and check that they are genuine. @param sdkVersion of the package that this server offers */
export function webhooksPage(publicUrl: string, sdkVersion: string): string {
  const command = `npx ${publicUrl}/sdk/${sdkVersion}/stationhouse-sdk-${sdkVersion}.tgz`;
  return documentOf(
    `Webhooks of ${BRAND.name}`,
    `<main class="page">
<h1>Webhooks</h1>
<p>A webhook is an address of your own server. We send a request to it when something happens to your station.
<a href="#home">Try it at home</a> in five minutes, without a station or a public address. Add up to
${MAX_WEBHOOKS} in the <a href="/members/account">portal</a>, under Account, or with <code>POST /v1/me/webhooks</code>, see
the <a href="/docs">reference</a>. An API key needs the scope <code>webhooks:write</code>. It also needs a
scope that reads the part of each event, such as <code>billing:read</code> for <code>invoice.paid</code>. Admins add webhooks for all
customers in the <a href="/admin/webhooks">admin area</a>, or with <code>POST /v1/admin/webhooks</code>.</p>
<section id="events"><h2>Events</h2>
<p>The body is JSON with <code>type</code>, <code>timestamp</code> and <code>data</code>. In <code>data</code> are the
<code>user_id</code> of the customer, the <code>station</code> as it was then, and what the event is about. New fields may
be added. <code>is_test</code> is true in events that you asked for, and missing in all others. The real body has no
line breaks:</p>
${block(EXAMPLE_REQUEST)}
<p>The package has each event as a type, <code>WebhookEvent</code>, and the <a href="/openapi.json">OpenAPI document</a>
has them under <code>webhooks</code>. “At once” is mostly within a second.</p>
${WEBHOOK_EVENT_TYPES.map(entryOf).join('\n')}
</section>
<section id="verify"><h2>Check the signature</h2>
<p>Requests are signed by the <a href="https://www.standardwebhooks.com">Standard Webhooks</a> specification, which has
libraries in many languages. Check the exact bytes of the body before you parse them. The secret is in the answer when you
add a webhook, and never again. <code>unwrap</code> of our package checks the signature and returns the typed event. In
Express, where <code>express.raw</code> keeps the bytes:</p>
${block(EXPRESS_RECEIVER)}
<p>In Next, and wherever a request has the form of <code>fetch</code>, such as Deno, Bun and workers:</p>
${block(NEXT_RECEIVER)}
<p>In Node without a framework:</p>
${block(NODE_RECEIVER)}
<p><code>unwrap</code> throws a <code>WebhookError</code>, whose <code>message</code> says what to do and whose
<code>reason</code> stays the same: <code>missing_header</code>, <code>invalid_secret</code>, <code>parsed_body</code>,
<code>wrong_signature</code>, <code>too_old</code> or <code>too_new</code>.</p>
<p>In Python, without a package:</p>
${block(PYTHON_CHECK)}
<p>After a rotation of the secret, each request has two signatures for ${WEBHOOK_OVERLAP_HOURS} hours. All examples accept
either.</p>
</section>
<section id="answer"><h2>Answer</h2>
<p>Answer with a status from 200 to 299 within ${WEBHOOK_SECONDS} seconds, and do slow work afterwards. Redirects are not
followed. After any other answer we wait and send again: ${WEBHOOK_WAITS_S.map(inWords).join(', ')}. If nothing was accepted
for ${WEBHOOK_DAYS} days, we disable the webhook and send you a mail. We do so at once when it answers 410.</p>
<p>An event can arrive more than once, and events can arrive in any order. <code>webhook-id</code> is the same in every
attempt, so note the ids that you have handled.</p>
</section>
<section id="home"><h2>Try it at home</h2>
<p>Your own computer has no public address, and needs none. Create a test key in the
<a href="/members/account">portal</a>, under Account, with the scopes <code>read</code> and <code>write</code>. Then let the
package’s command receive your webhooks and forward them to your program, with the same body and headers:</p>
${block(`export STATIONHOUSE_API_BASE=${publicUrl}
export STATIONHOUSE_API_KEY=shk_test_…
${command} listen --forward-to localhost:4242/hooks/radio`)}
<p>It prints the secret that signs them, which stays the same for a key: set it as <code>WEBHOOK_SECRET</code> of your
program. In a project that has the package, <code>npx @stationhouse/sdk</code> is enough. In a second terminal, with the
same variables, send a sample of any event. It has your own station and
<code>is_test</code>:</p>
${block(`${command} trigger station.silent`)}
<p>With a test key nothing real is sent. With another key <code>listen</code> gets what happens to your station as well, and
<code>trigger</code> also sends to your webhooks that have chosen the event. <code>--events</code> takes a list,
<code>--print-json</code> prints the bodies, and Ctrl+C ends it. After a cut it continues where it left off. Your programs
can read the same stream, <code>GET /v1/me/webhook-events</code>.</p>
</section>
<section id="log"><h2>Log</h2>
<p>The log of a webhook shows what was sent, how your server answered and how long that took. We keep it for
${WEBHOOK_LOG_DAYS} days. Each delivery can be sent again, and a test event can be sent at any time.</p>
</section>
</main>`,
  );
}
