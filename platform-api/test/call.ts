import type { Call } from '../contract/call.ts';
import type { TestApp } from './server.ts';

/** A test's request: by default a valid one, as far as the contract alone can tell. */
export interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** A string is sent unchanged. */
  body?: unknown;
  /** Sent as they are. */
  bytes?: Buffer;
  /** Sent as multipart/form-data. */
  form?: FormData | undefined;
  headers?: Record<string, string>;
  token?: string | undefined;
}

/** A call's path with its parameters filled in. */
export function pathOf({ path }: Pick<Call, 'path'>, params: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? `no-${name}`),
  );
}

/** Sends a call over HTTP. */
export function send(app: Pick<TestApp, 'url'>, call: Call, sent: Sent = {}): Promise<Response> {
  const { params, query, body, bytes, form, token, headers } = sent;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const search = query ? `?${new URLSearchParams(query)}` : '';
  return fetch(app.url + pathOf(call, params) + search, {
    method: call.method.toUpperCase(),
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: text }),
    ...(bytes !== undefined && { body: new Uint8Array(bytes) }),
    ...(form !== undefined && { body: form }),
  });
}
