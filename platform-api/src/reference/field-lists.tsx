/** @jsxRuntime automatic */
import { ERRORS, wireCode, type ErrorName } from '../../contract/errors.ts';
import { htmlOf } from './document-page.ts';
import { successOf } from './sample-figures.tsx';
import { fieldsOf, typeInWords, type Field, type Operation, type Schema } from './schema-fields.ts';

/** Markdown of the contract. */
export const Prose = ({ markdown }: { markdown: string }) => (
  // Our own texts, from the contract.
  <div className="text" dangerouslySetInnerHTML={{ __html: htmlOf(markdown) }} />
);

/** The parameters of a call: in its address, its headers and its body. */
export function Parameters({
  operation,
  schemas,
}: {
  operation: Operation;
  schemas: Record<string, Schema>;
}) {
  const parameters = (operation.parameters ?? []).flatMap((parameter) =>
    'name' in parameter ? [parameter] : [],
  );
  const lists = [
    ['path', 'In the path'],
    ['query', 'In the query'],
    ['header', 'Headers'],
  ] as const;
  const body = operation.requestBody;
  const content = body && 'content' in body ? Object.values(body.content)[0] : undefined;
  const fields = content?.schema ? fieldsOf(content.schema, schemas) : [];
  return (
    <>
      {lists.map(([place, heading]) => {
        const of = parameters.filter((parameter) => parameter.in === place);
        if (of.length === 0) return null;
        return (
          <div key={place}>
            <h3>{heading}</h3>
            <Fields
              fields={of.map(({ name, schema = {}, required = false, description = '' }) => ({
                name,
                type: typeInWords(schema, schemas),
                isRequired: required,
                description,
                fields: [],
              }))}
            />
          </div>
        );
      })}
      {fields.length === 0 ? null : (
        <div>
          <h3>Body</h3>
          <Fields fields={fields} />
        </div>
      )}
    </>
  );
}

/** The fields of the answer, and the errors. */
export function Answers({
  operation,
  schemas,
}: {
  operation: Operation;
  schemas: Record<string, Schema>;
}) {
  const [, answer] = successOf(operation);
  const [content] = Object.values(answer?.content ?? {});
  const fields = content?.schema ? fieldsOf(content.schema, schemas) : [];
  return (
    <>
      {fields.length === 0 ? null : (
        <details>
          <summary>Fields of the answer</summary>
          <Fields fields={fields} isAnswer />
        </details>
      )}
      <details>
        <summary>Errors</summary>
        <ul className="errors">
          {errorsIn(operation).map(([status, code]) => (
            <li key={status + code}>
              {status} <a href={`/docs/errors#${code}`}>{code}</a>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** The errors of a call: its answers refer to a list, whose examples are named after the errors. */
function errorsIn({ responses = {} }: Operation): [status: string, code: string][] {
  const found = Object.entries(responses).flatMap(([status, response]): [string, string][] => {
    if (/^[123]/.test(status)) return [];
    const names = [
      ...JSON.stringify(response).matchAll(/"#\/components\/(?:responses|examples)\/(\w+)"/g),
    ];
    return names.flatMap(([, name = '']): [string, string][] =>
      name in ERRORS ? [[status, wireCode(name as ErrorName)]] : [],
    );
  });
  return [...new Map(found.map((one) => [one.join(' '), one])).values()];
}

const Fields = ({ fields, isAnswer = false }: { fields: Field[]; isAnswer?: boolean }) => (
  <ul className="fields">
    {fields.map(({ name, type, isRequired, description, fields: inner }) => (
      <li key={name}>
        <p>
          <code>{name}</code> <span className="type">{type}</span>
          {isRequired && !isAnswer ? <strong> required</strong> : null}
        </p>
        {description === '' ? null : <Prose markdown={description} />}
        {inner.length === 0 ? null : (
          <details>
            <summary>Its fields</summary>
            <Fields fields={inner} isAnswer={isAnswer} />
          </details>
        )}
      </li>
    ))}
  </ul>
);
