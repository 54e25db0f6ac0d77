import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './lint-open-api.mjs';
import { openApiDocument } from './open-api-document.mjs';

/** A few calls: to lint all of them takes seconds. */
const FEW = ['/v1/me', '/v1/packages', '/v1/health', '/v1/ready'];

let text = '';
beforeAll(() => {
  text = openApiDocument();
});

/** The rules that a document breaks after the change. */
async function rulesBrokenBy(change) {
  const document = JSON.parse(text);
  document.paths = Object.fromEntries(FEW.map((path) => [path, document.paths[path]]));
  change(document);
  return (await faultsOf(JSON.stringify(document))).map(({ rule }) => rule);
}

const me = (document) => document.paths['/v1/me'].get;

describe('the OpenAPI document', () => {
  it('has no errors and no warnings', async () => {
    expect(await faultsOf(text)).toEqual([]);
  });

  it.each([
    [
      'a call without an operation id',
      'operation-operationId',
      (all) => delete me(all).operationId,
    ],
    ['a call without a description', 'operation-description', (all) => delete me(all).description],
    [
      'a call without 4xx answers',
      'operation-4xx-response',
      (all) => {
        for (const status of ['401', '403']) delete me(all).responses[status];
      },
    ],
    [
      'an undefined security scheme',
      'security-defined',
      (all) => (me(all).security = [{ magic: [] }]),
    ],
    [
      'an invalid example',
      'no-invalid-media-type-examples',
      (all) => {
        me(all).responses['200'].content['application/json'].example = { role: 'king' };
      },
    ],
    [
      'an unresolved reference',
      'no-unresolved-refs',
      (all) => {
        me(all).responses['200'].content['application/json'].schema.$ref =
          '#/components/schemas/None';
      },
    ],
    [
      'an optional parameter of a path',
      'openapi-schema',
      (all) => {
        const path = all.paths['/v1/ready'];
        path.get.parameters = [{ name: 'part', in: 'path', required: false, schema: {} }];
      },
    ],
    ['an empty list of servers', 'no-empty-servers', (all) => (all.servers = [])],
    [
      'an exception that is not needed',
      'operation-4xx-response',
      (all) => {
        all.paths['/v1/packages'].get.responses['404'] = me(all).responses['401'];
      },
    ],
  ])('is rejected with %s', async (_, rule, change) => {
    expect(await rulesBrokenBy(change)).toContain(rule);
  });
});
