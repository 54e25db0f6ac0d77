import { resolved, type Operation, type Schema } from './schema-fields.ts';
import { ACCESS_TOKEN, KEY, type SampleRequest } from './request-samples.ts';

/** A request to a call, with the examples of the document. Optional parameters are left out. */
export function requestOf(
  { method, path, operation }: { method: string; path: string; operation: Operation },
  server: string,
  schemas: Record<string, Schema>,
): SampleRequest {
  const parameters = (operation.parameters ?? []).flatMap((parameter) =>
    'name' in parameter ? [{ ...parameter, value: String(parameter.example) }] : [],
  );
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (address, { name, value }) => address.replace(`{${name}}`, encodeURIComponent(value)),
      path,
    );
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(({ name, value }): [string, string] => [name, value]);
  const headers = parameters
    .filter(({ in: place, required = false }) => place === 'header' && required)
    .map(({ name, value }): [string, string] => [name, value]);
  const [type, body] = bodyOf(operation, schemas);
  return {
    method,
    url: server + filled + (query.length === 0 ? '' : `?${String(new URLSearchParams(query))}`),
    headers: Object.fromEntries([
      ...authorisation(operation),
      ...headers,
      ...(type === undefined ? [] : [['content-type', type]]),
    ]),
    ...body,
  };
}

function authorisation({ security = [] }: Operation): [string, string][] {
  if (security.length === 0) return [];
  const takesKeys = security.some((scheme) => 'apiKey' in scheme);
  return [['authorization', `Bearer ${takesKeys ? KEY : ACCESS_TOKEN}`]];
}

type Body = Pick<SampleRequest, 'body' | 'form' | 'file'>;

/** The body and its type; of a form, the program writes the type. */
function bodyOf(
  { requestBody }: Operation,
  schemas: Record<string, Schema>,
): [type: string | undefined, body: Body] {
  if (!requestBody || !('content' in requestBody)) return [undefined, {}];
  const [[type, content] = [undefined, undefined]] = Object.entries(requestBody.content);
  if (type === undefined) return [undefined, {}];
  if (type === 'multipart/form-data') {
    const { properties = {} } = resolved(content.schema ?? {}, schemas);
    const form = Object.entries(properties).map(([name, given]) => {
      const { format, example, enum: values } = resolved(given, schemas);
      return [name, format === 'binary' ? '@file.mp3' : String(example ?? values?.[0])];
    });
    return [undefined, { form: Object.fromEntries(form) }];
  }
  if (type !== 'application/json') return [type, { file: 'file.bin' }];
  const [first] = Object.values(content.examples ?? {});
  const value: unknown = first && 'value' in first ? first.value : content.example;
  return [type, { body: JSON.stringify(value, null, 2) }];
}
