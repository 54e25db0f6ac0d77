import { BRAND } from '../../contract/site/brand.ts';
import { DEPRECATION_MONTHS } from '../../contract/values.ts';
import { documentOf } from './reference-page.ts';

/** The rules by which the API and the player change. */
export const versionsPage = (): string =>
  documentOf(
    `Versions of the ${BRAND.name} API`,
    `<main class="page">
<h1>Versions and changes</h1>
<section id="api"><h2>The API</h2>
<p>Every path begins with its version, <code>/v1</code>. Within a version we only add: calls, optional fields of a request,
fields of an answer, error codes, kinds of events. Programs should ignore what they don’t know. A change that could break a
program needs a new version. The <a href="/docs/changelog">changelog</a> has what each release has added.</p>
</section>
<section id="deprecation"><h2>What will be removed</h2>
<p>A call that will be removed is marked as deprecated in the <a href="/docs">reference</a>. Each of its answers has two
headers: <code>Deprecation</code> with the time from which it is deprecated, in seconds since 1970
(<a href="https://www.rfc-editor.org/rfc/rfc9745">RFC 9745</a>), and <code>Sunset</code> with the time from which it may be
gone (<a href="https://www.rfc-editor.org/rfc/rfc8594">RFC 8594</a>). There are at least ${DEPRECATION_MONTHS} months
between the two.</p>
</section>
<section id="player"><h2>The player</h2>
<p><code>/sdk/player.js</code> is always the newest release, and stays compatible with every page that uses it.
<code>/sdk/{version}/player.js</code> never changes and stays available, so a page can pin it with the hash in
<a href="/sdk/integrity.json">integrity.json</a>. Versions follow <a href="https://semver.org">Semantic Versioning</a>:
the first number changes when a page may have to.</p>
</section>
</main>`,
  );
