/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import {
  KEY,
  LANGUAGES,
  requestSamples,
  type Language,
  type SampleRequest,
} from './request-samples.ts';
import type { Operation, Schema } from './schema-fields.ts';

/** One choice for all samples of a page. It works without scripts; with them it is remembered. */
export const LanguageChoice = () => (
  <fieldset className="languages">
    <legend>Samples in</legend>
    {Object.entries(LANGUAGES).map(([value, name]) => (
      <label key={value}>
        <input type="radio" name="language" value={value} defaultChecked={value === 'curl'} />
        {name}
      </label>
    ))}
  </fieldset>
);

export const Samples = ({ request }: { request: SampleRequest }) => (
  <>
    {Object.entries(requestSamples(request)).map(([language, text]) => (
      <Sample key={language} language={language as Language} text={text} />
    ))}
  </>
);

/** Code that can be scrolled with the keyboard. */
const Code = ({ children }: { children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without it the keyboard can't scroll the code
  <pre tabIndex={0}>
    <code>{children}</code>
  </pre>
);

/** A request in one language. The key is an element of its own, so that the reader’s can take its place. */
function Sample({ language, text }: { language: Language; text: string }) {
  const [first = '', ...more] = text.split(KEY);
  return (
    <figure data-language={language}>
      <figcaption>{LANGUAGES[language]}</figcaption>
      <Code>
        {first}
        {more.map((part, n) => (
          // Parts have no names of their own, and never move.
          <span key={n}>
            <span data-key="">{KEY}</span>
            {part}
          </span>
        ))}
      </Code>
    </figure>
  );
}

/** The answer of a call, as the document has it. */
export function Example({ operation }: { operation: Operation }) {
  const [status, answer] = successOf(operation);
  const [type, content] = Object.entries(answer?.content ?? {})[0] ?? [];
  const example: unknown = content?.example;
  return (
    <figure className="answer">
      <figcaption>{`Answer: ${status} ${type ?? 'without a body'}`}</figcaption>
      {example === undefined ? null : (
        <Code>{typeof example === 'string' ? example : jsonOf(example)}</Code>
      )}
    </figure>
  );
}

/** JSON with each list of numbers on one line. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/\[[\d.,\s-]+\]/g, (list) =>
    list.replaceAll(/\s+/g, ' '),
  );

type Answer = {
  description?: string;
  content?: Record<string, { schema?: Schema; example?: unknown }>;
};

export function successOf({
  responses = {},
}: Operation): [status: string, answer: Answer | undefined] {
  const [status = '', answer] =
    Object.entries(responses).find(([key]) => key.startsWith('2')) ?? [];
  return [status, answer as Answer | undefined];
}
