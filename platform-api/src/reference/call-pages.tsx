/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { BRAND } from '../../contract/site/brand.ts';
import { TEST_KEY_PREFIX } from '../../contract/accounts/values.ts';
import { ERRORS, wireCode, type ErrorName } from '../../contract/errors.ts';
import { DEMO_STATION_SLUG } from '../../contract/stations/values.ts';
import { escaped } from './document-page.ts';
import { requestOf } from './example-request.ts';
import { AUDIENCES, documentOf, groupPath, MAX_SEARCH } from './reference-page.ts';
import { KEY, type SampleRequest } from './request-samples.ts';
import { Answers, Parameters, Prose } from './field-lists.tsx';
import { Example, LanguageChoice, Samples } from './sample-figures.tsx';
import { METHODS, type Document, type Operation, type Schema } from './schema-fields.ts';

/** A call, as the pages show it. */
interface ShownCall {
  id: string;
  method: string;
  path: string;
  group: string;
  operation: Operation;
}

/** Anybody can ask this of every installation. */
const FIRST_PATH = `/v1/stations/${DEMO_STATION_SLUG}/now-playing`;

/** The reference, a page for each group of calls. */
export class CallPages {
  readonly #document: Document;
  readonly #server: string;
  readonly #schemas: Record<string, Schema>;
  readonly #calls: ShownCall[];

  /** @param server the address in the samples */
  constructor(document: Document, server: string) {
    this.#document = document;
    this.#server = server;
    this.#schemas = document.components?.schemas ?? {};
    this.#calls = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = item[method];
        const [group = ''] = operation?.tags ?? [];
        const id = operation?.operationId ?? '';
        return operation ? [{ id, method: method.toUpperCase(), path, group, operation }] : [];
      }),
    );
  }

  /** The first page: the rules of every call, and a list of all of them. */
  start(): string {
    const lists = this.#groups.map(({ name, description = '' }) => (
      <section key={name} className="group">
        <h2>
          <a href={groupPath(name)}>{name}</a>
        </h2>
        <Prose markdown={description} />
        <CallList calls={this.#of(name)} />
      </section>
    ));
    return this.#page(`${BRAND.name} API reference`, null, [
      <section key="rules" className="call first">
        <div className="prose">
          <h1>{BRAND.name} API</h1>
          <p>
            The calls as an OpenAPI document: <a href="/openapi.json">all of them</a>
            {Object.entries(AUDIENCES).map(([name, words]) => (
              <span key={name}>
                , <a href={`/openapi/${name}.json`}>{words}</a>
              </span>
            ))}
            .
          </p>
          <Prose markdown={this.#document.info.description ?? ''} />
        </div>
        <div className="samples">
          <LanguageChoice />
          <p>A first request, which needs no key: what plays on the demo station.</p>
          <Samples request={{ method: 'GET', url: `${this.#server}${FIRST_PATH}`, headers: {} }} />
        </div>
      </section>,
      <h2 key="calls" id="calls" className="all">
        All calls
      </h2>,
      ...lists,
    ]);
  }

  /** The calls of a group, by its name. */
  group(group: string): string {
    const found = this.#groups.find(({ name }) => name === group);
    if (!found) throw new Error(`The document has no group ${group}.`);
    return this.#page(`${found.name} – ${BRAND.name} API`, found.name, [
      <div key="group" className="rules">
        <h1>{found.name}</h1>
        <Prose markdown={found.description ?? ''} />
        <LanguageChoice />
      </div>,
      ...this.#of(found.name).map((call) => this.#call(call)),
    ]);
  }

  /** Calls and errors in which every word of a search is. */
  search(query: string): string {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const has = (text: string) =>
      words.length > 0 && words.every((word) => text.toLowerCase().includes(word));
    const calls = this.#calls.filter(({ id, method, path, operation }) =>
      has([id, method, path, operation.summary, operation.description].join(' ')),
    );
    const codes = [...new Set((Object.keys(ERRORS) as ErrorName[]).map(wireCode))].filter(has);
    const isEmpty = calls.length + codes.length === 0;
    const content = [
      <h1 key="words">{words.length === 0 ? 'Search' : `“${query}”`}</h1>,
      words.length === 0 ? (
        <p key="hint">Type a part of a path, of a name or of a description.</p>
      ) : isEmpty ? (
        <p key="hint">
          No call and no error has these words. Try fewer of them, or a part of a path.
        </p>
      ) : (
        <CallList key="calls" calls={calls} />
      ),
      codes.length === 0 ? null : <ErrorList key="errors" codes={codes} />,
    ];
    return this.#page(`Search – ${BRAND.name} API`, null, content, query);
  }

  get #groups() {
    return this.#document.tags ?? [];
  }

  #of(group: string): ShownCall[] {
    return this.#calls.filter((call) => call.group === group);
  }

  #page(title: string, current: string | null, content: ReactNode[], query = ''): string {
    const body = renderToStaticMarkup(
      <div className="reference">
        <aside>
          <form action="/docs/search" role="search">
            <label htmlFor="search">Search the calls</label>
            <input id="search" name="q" type="search" defaultValue={query} maxLength={MAX_SEARCH} />
          </form>
          <details>
            <summary>Calls and your test key</summary>
            <div className="key" hidden>
              <label htmlFor="key">Your test key</label>
              <input
                id="key"
                placeholder={`${TEST_KEY_PREFIX}…`}
                autoComplete="off"
                spellCheck={false}
                aria-describedby="key-hint"
              />
              <p id="key-hint">
                The samples use it, and it stays in this tab. <a href="/members/account">Get one</a>{' '}
                in your account.
              </p>
            </div>
            <nav aria-label="Calls">
              <ul>
                {this.#groups.map(({ name }) => (
                  <li key={name}>
                    <a href={groupPath(name)} aria-current={name === current ? 'page' : undefined}>
                      {name}
                    </a>
                    {name === current ? <CallNames calls={this.#of(name)} /> : null}
                  </li>
                ))}
              </ul>
            </nav>
          </details>
        </aside>
        <main>{content}</main>
        <script src="/docs/reference.js" defer />
      </div>,
    );
    return documentOf(escaped(title), body);
  }

  #call({ id, method, path, operation }: ShownCall): ReactNode {
    const request = requestOf({ method, path, operation }, this.#server, this.#schemas);
    return (
      <section
        key={id}
        id={id}
        className="call"
        data-request={isStream(operation) ? undefined : sendable(request)}
      >
        <div className="prose">
          <h2>
            <a href={`#${id}`}>{operation.summary}</a>
          </h2>
          <p className="address">
            <Method name={method} /> <code>{path}</code>
          </p>
          {operation.deprecated === true ? (
            <p>Deprecated: it will go with a later version.</p>
          ) : null}
          <Prose markdown={operation.description ?? ''} />
          <Parameters operation={operation} schemas={this.#schemas} />
          <Answers operation={operation} schemas={this.#schemas} />
        </div>
        <div className="samples">
          <Samples request={request} />
          <Example operation={operation} />
        </div>
      </section>
    );
  }
}

const ErrorList = ({ codes }: { codes: string[] }) => (
  <section className="group">
    <h2>Errors</h2>
    <ul className="calls">
      {codes.map((code) => (
        <li key={code}>
          <a href={`/docs/errors#${code}`}>
            <code>{code}</code>
          </a>
        </li>
      ))}
    </ul>
  </section>
);

/** Whether the answer stays open. */
const isStream = ({ responses }: Operation): boolean =>
  responses?.['200']?.content?.['text/event-stream'] !== undefined;

/** A sample that a page can send with a test key, as JSON. Files are the reader’s. */
function sendable({ method, url, headers, body, form, file }: SampleRequest): string | undefined {
  if (form ?? file) return undefined;
  if (headers['authorization']?.endsWith(KEY) !== true) return undefined;
  return JSON.stringify({
    method,
    url: new URL(url).pathname + new URL(url).search,
    headers,
    body,
  });
}

const Method = ({ name }: { name: string }) => (
  <span className={`method ${name.toLowerCase()}`}>{name}</span>
);

const CallNames = ({ calls }: { calls: ShownCall[] }) => (
  <ul>
    {calls.map(({ id, operation }) => (
      <li key={id}>
        <a href={`#${id}`}>{operation.summary}</a>
      </li>
    ))}
  </ul>
);

const CallList = ({ calls }: { calls: ShownCall[] }) => (
  <ul className="calls">
    {calls.map(({ id, method, path, group, operation }) => (
      <li key={id}>
        <a href={`${groupPath(group)}#${id}`} data-call={id}>
          {operation.summary}
        </a>
        <span>
          <Method name={method} /> <code>{path}</code>
        </span>
      </li>
    ))}
  </ul>
);
