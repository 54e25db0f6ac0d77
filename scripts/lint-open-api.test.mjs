import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './lint-open-api.mjs';
import { openApiDocument } from './open-api-document.mjs';

let text = '';
beforeAll(() => {
  text = openApiDocument();
});

/** The rules that a document breaks after the change. */
async function rulesBrokenBy(change) {
  const document = JSON.parse(text);
  change(document);
  return (await faultsOf(JSON.stringify(document))).map(({ rule }) => rule);
}

const me = (document) => document.paths['/v1/me'].get;

describe('the OpenAPI document', () => {
  it('has no errors and no warnings', async () => {
    expect(await faultsOf(text)).toEqual([]);
  });

  it.each([
    ['a call without a name', 'operation-operationId', (all) => delete me(all).operationId],
    ['a call without a word', 'operation-description', (all) => delete me(all).description],
    [
      'a call that refuses nothing',
      'operation-4xx-response',
      (all) => {
        for (const status of ['401', '403']) delete me(all).responses[status];
      },
    ],
    [
      'an unknown way to come in',
      'security-defined',
      (all) => (me(all).security = [{ magic: [] }]),
    ],
    [
      'an example that is none',
      'no-invalid-media-type-examples',
      (all) => {
        me(all).responses['200'].content['application/json'].example = { role: 'king' };
      },
    ],
    [
      'a reference that leads nowhere',
      'no-unresolved-refs',
      (all) => {
        me(all).responses['200'].content['application/json'].schema.$ref =
          '#/components/schemas/None';
      },
    ],
    ['a server that is none', 'no-empty-servers', (all) => (all.servers = [])],
    [
      'an excuse that nobody needs',
      'operation-4xx-response',
      (all) => {
        all.paths['/v1/packages'].get.responses['404'] = me(all).responses['401'];
      },
    ],
  ])('is not let pass with %s', async (_, rule, change) => {
    expect(await rulesBrokenBy(change)).toContain(rule);
  });
});
