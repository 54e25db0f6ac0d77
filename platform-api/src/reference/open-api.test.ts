import { describe, expect, it } from 'vitest';
import { CALLS } from '../../contract/calls.ts';
import { ERROR_CODES, ERRORS } from '../../contract/errors.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { WEBHOOK_DELAYS } from '../../contract/webhooks/events.ts';
import { WEBHOOK_EVENT_TYPES } from '../../contract/webhooks/values.ts';
import { testDatabase } from '../../test/database.ts';
import { DocumentedApi } from '../../test/documented-api.ts';
import { json, startApp } from '../../test/server.ts';
import { describeApi, limitInWords } from './open-api.ts';
import { errorsOf } from './open-api-problems.ts';

const database = testDatabase();
const TEXT = JSON.stringify(describeApi('https://radio.example.org'));
const api = new DocumentedApi(TEXT);

/** The call with this id. @throws Error for an unknown id */
function callNamed(id: string) {
  const found = CALLS.find((call) => call.id === id);
  if (!found) throw new Error(`There is no call ${id}.`);
  return found;
}

describe('the document', () => {
  it('is served with the server’s own URL', async () => {
    const app = await startApp(database);
    const answer = await app.get('/openapi.json');
    expect(answer.headers.get('content-type')).toContain('application/json');
    const served = await json<{ openapi: string; servers: object[] }>(answer);
    expect(served.openapi).toBe('3.1.0');
    expect(served.servers).toEqual([{ url: 'http://radio.example.com' }]);
    expect(Object.keys(served)).toEqual(Object.keys(JSON.parse(TEXT)));
  });

  it('has no dangling references', () => {
    const document = JSON.parse(TEXT);
    const leads = [...TEXT.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    expect(leads.length).toBeGreaterThan(100);
    for (const path of new Set(leads)) {
      const end = path.split('/').reduce((inner, key) => Object(inner)[key], document);
      expect([path, typeof end]).toEqual([path, 'object']);
    }
  });

  it('has each problem response that calls share once', () => {
    const own = Object.values(api.document.paths).flatMap((path) =>
      Object.values(path).flatMap(({ responses }) =>
        Object.entries(responses).filter(([status]) => Number(status) >= 400),
      ),
    );
    const texts = own.map(([, response]) => JSON.stringify(response));
    const written = texts.filter((text) => !text.startsWith('{"$ref"'));
    expect(texts.length).toBeGreaterThan(500);
    expect(new Set(written).size).toBe(written.length);
  });

  it.each(WEBHOOK_EVENT_TYPES)('has the webhook %s with its headers and an example', (type) => {
    const { description, parameters = [], responses, security } = api.webhook(type);
    expect(description).toContain(`Sent: ${WEBHOOK_DELAYS[type]}`);
    expect(parameters.map(({ name }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    expect(Object.keys(responses).toSorted()).toEqual(['2XX', 'default']);
    expect(security).toEqual([]);
  });

  it.each(CALLS.map((call) => [call.id, call] as const))(
    'has examples and descriptions for %s',
    (id, call) => {
      const operation = api.operation(id);
      expect(operation.description).not.toBe('');
      const good = operation.responses[call.status ?? 200];
      for (const media of Object.values(good?.content ?? {})) expect(media.example).toBeDefined();
      for (const parameter of operation.parameters ?? []) {
        expect(parameter.example).toBeDefined();
        expect(parameter.description).toBeTruthy();
      }
      if (!call.body) return;
      expect(operation.requestBody?.required).toBe(true);
      // Bytes need no example.
      if (call.body_type) return;
      const examples = Object.values(call.body_examples ?? {});
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) expect(call.body.safeParse(example).error).toBeUndefined();
    },
  );

  it('describes who may make a call', () => {
    expect(api.operation('signUp').security).toEqual([]);
    expect(api.operation('getMe').security).toEqual([{ accessToken: [] }, { apiKey: [] }]);
    expect(api.operation('createApiKey').security).toEqual([{ accessToken: [] }]);
    expect(api.operation('createApiKey').description).toContain('API keys are refused');
    expect(api.operation('getStats').description).toContain('Admins only');
  });

  it('describes rate limits in words and for programs', () => {
    const { description, 'x-rate-limits': limits } = api.operation('createToken');
    expect(description).toContain('20 failures in 15 minutes per address');
    expect(limits).toContainEqual({ name: 'login', ...RATE_LIMITS.login });
    expect(limitInWords(RATE_LIMITS.messages_target)).toBe(
      '75 requests in one hour per email address or phone number; ' +
        'beyond that nothing is sent, and the answer is the same',
    );
    expect(limitInWords(RATE_LIMITS.login_slow)).toContain('comes later');
  });

  it('describes idempotent retries', () => {
    const { parameters, responses } = api.operation('startCheckout');
    const key = parameters?.find(({ name }) => name === 'idempotency-key');
    expect(key).toMatchObject({ in: 'header', required: false });
    expect(key?.description).toContain('acts once');
    const withHeader = Object.entries(responses).filter(
      ([, { headers }]) => headers?.['Idempotent-Replayed'],
    );
    expect(withHeader.map(([status]) => status)).toEqual([
      '200',
      '400',
      '409',
      '413',
      '415',
      '422',
    ]);
    expect(responses[409]?.headers?.['Retry-After']).toBeDefined();
    expect(TEXT.match(/"name":"idempotency-key"/g)).toHaveLength(
      CALLS.filter(({ idempotent }) => idempotent).length,
    );
  });

  it('shows additional members of problems in examples', () => {
    const { examples } = api.document.components;
    expect(examples['price_changed']?.value).toMatchObject({ quote: { total: 777_60 } });
    expect(examples['vat_number_invalid']?.value).toMatchObject({
      errors: [{ field: 'company_details.vat_number' }],
    });
    expect(examples['validation_failed']?.value).not.toHaveProperty('quote');
  });

  it('describes the events of a stream', () => {
    const media = api.operation('getStationEvents').responses[200]?.content?.['text/event-stream'];
    expect(media?.schema['type']).toBe('string');
    expect(media?.example).toMatch(/^id: \S+\nevent: now-playing\ndata: \{.*\}\n\n/);
  });
});

describe('the errors of a call', () => {
  it('are its own errors and those of its kind', () => {
    expect(errorsOf(callNamed('listPackages'))).toEqual(['internal_error', 'unavailable']);
    expect(errorsOf(callNamed('getMyStation'))).toEqual([
      'no_station',
      'invalid_token',
      'token_expired',
      'session_ended',
      'insufficient_scope',
      'not_in_team',
      'internal_error',
      'unavailable',
    ]);
    expect(errorsOf(callNamed('recoverPassword'))).toEqual([
      'missing_target',
      'bad_json',
      'body_too_large',
      'unsupported_media_type',
      'validation_failed',
      'rate_limited',
      'internal_error',
      'unavailable',
    ]);
  });

  it('include those of idempotency keys and raw bodies', () => {
    const ofKeys = ['idempotency_key_reused', 'request_in_progress'];
    expect(errorsOf(callNamed('verifyCheckout'))).toEqual(expect.arrayContaining(ofKeys));
    expect(errorsOf(callNamed('createApiKey'))).not.toEqual(expect.arrayContaining(ofKeys));
    expect(errorsOf(callNamed('receiveStripeEvent'))).toEqual([
      'invalid_signature',
      'stale_signature',
      'stripe_not_configured',
      'body_too_large',
      'unsupported_media_type',
      'maintenance',
      'internal_error',
      'unavailable',
    ]);
  });

  it('each have a section on the page of all errors', async () => {
    const app = await startApp(database);
    const page = await app.get('/docs/errors');
    expect(page.headers.get('content-type')).toContain('text/html');
    const html = await page.text();
    for (const code of ERROR_CODES) expect(html).toContain(`<section id="${code}">`);
    for (const { title } of Object.values(ERRORS)) expect(html).toContain(title);
    const { type } = await json<{ type: string }>(await app.get('/v1/none'));
    expect(type).toBe('http://radio.example.com/docs/errors#not_found');
  });
});

describe('what programs find without asking', () => {
  it('says where to report a fault in security, and stays valid (RFC 9116)', async () => {
    const app = await startApp(database);
    const answer = await app.get('/.well-known/security.txt');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const lines = (await answer.text()).trim().split('\n');
    const fields = new Map(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]));
    expect(fields.get('Contact')).toBe('http://radio.example.com/contact');
    expect(fields.get('Canonical')).toBe('http://radio.example.com/.well-known/security.txt');
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(366);
  });

  it('lists what a language model should read, and each link works', async () => {
    const app = await startApp(database);
    const text = await (await app.get('/llms.txt')).text();
    expect(text).toMatch(/^# Stationhouse\n\n> /);
    const links = [...text.matchAll(/\]\(http:\/\/radio\.example\.com([^)]+)\)/g)];
    expect(links.length).toBeGreaterThan(4);
    for (const [, path = ''] of links)
      expect([path, (await app.get(path)).status]).toEqual([path, 200]);
  });

  it('says how changes are announced', async () => {
    const page = await (await startApp(database)).get('/docs/versions');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('at least 12 months');
  });
});
