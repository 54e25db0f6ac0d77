// Validates the API's OpenAPI document against the schema of OpenAPI 3.1, and lints it: no errors and no warnings. Makes no
// network request.
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openApiDocument } from './open-api-document.mjs';

/** Exceptions from a rule, each with its reason. One that is no longer needed is a fault too. */
const EXCEPTIONS = [
  ...['packages', 'health', 'ready', 'status'].map((name) => ({
    rule: 'operation-4xx-response',
    pointer: `#/paths/~1v1~1${name}/get/responses`,
    why: 'It takes no parameter, no body and no identity, so there is nothing in a request to refuse.',
  })),
  ...['WebhookListening', 'WebhookRequest'].map((name) => ({
    rule: 'no-unused-components',
    pointer: `#/components/schemas/${name}`,
    why: 'The data of an event in a stream, which `x-events` names.',
  })),
];

const RULES = {
  extends: ['recommended-strict'],
  rules: {
    'info-contact': 'error',
    // It does not see the properties beside a nested `oneOf`, and zod takes both lists from the same object.
    'no-required-schema-properties-undefined': 'off',
    'operation-4xx-problem-details-rfc7807': 'error',
    'operation-description': 'error',
    'parameter-description': 'error',
  },
};

/** Where a document breaks the schema of OpenAPI. Redocly's rules pass some of it, such as an optional path parameter. */
async function schemaFaultsOf(source) {
  const { errors } = await new Validator().validate(JSON.parse(source));
  if (typeof errors === 'string')
    return [{ rule: 'openapi-schema', pointer: '#/', message: errors }];
  return (errors ?? []).map(({ instancePath, message }) => ({
    rule: 'openapi-schema',
    pointer: `#${instancePath}`,
    message,
  }));
}

/** The faults of a document, as `{rule, pointer, message}`; warnings count. */
export async function faultsOf(source) {
  const config = await createConfig(RULES);
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  const found = problems.map(({ ruleId, message, location: [place] }) => ({
    rule: ruleId,
    pointer: place?.pointer ?? '#/',
    message: message.replaceAll('\n', ' '),
  }));
  const matches = (one, other) => one.rule === other.rule && one.pointer === other.pointer;
  const faults = found.filter(
    (fault) => !EXCEPTIONS.some((exception) => matches(exception, fault)),
  );
  const needless = EXCEPTIONS.filter(
    (exception) => !found.some((fault) => matches(exception, fault)),
  );
  const message = 'This exception is no longer needed: remove it.';
  const invalid = await schemaFaultsOf(source);
  return [
    ...invalid,
    ...faults,
    ...needless.map(({ rule, pointer }) => ({ rule, pointer, message })),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = await faultsOf(openApiDocument());
  for (const { rule, pointer, message } of faults) {
    console.error(`openapi.json ${pointer}\n  ${rule}: ${message}`);
  }
  process.exit(faults.length > 0 ? 1 : 0);
}
