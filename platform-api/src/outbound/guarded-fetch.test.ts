import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, isIP, type AddressInfo, type Server } from 'node:net';
import { buildConnector } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEvilServer, type EvilBehaviour, type EvilServer } from '../../test/evil-servers.ts';
import {
  FORBIDDEN_HOSTS,
  FORBIDDEN_IPV4,
  FORBIDDEN_IPV6,
  FORBIDDEN_URLS,
  wrappings,
} from '../../test/forbidden-addresses.ts';
import { serve } from '../../test/server.ts';
import {
  startStreamServer,
  type StreamBehaviour,
  type StreamServer,
} from '../../test/stream-servers.ts';
import { TextAnswer } from '../foreign-text.ts';
import { FetchRefused } from './fetch-refused.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import type { Dial, Resolve } from './guarded-connector.ts';

const PUBLIC = '93.184.216.34';

/** Records each dialled address. Only loopback is really dialled. */
function watchedDial(): { dialled: string[]; dial: Dial } {
  const dialled: string[] = [];
  const connect = buildConnector({ timeout: 1_000 });
  return {
    dialled,
    dial(options, callback) {
      dialled.push(options.hostname);
      if (options.hostname === '127.0.0.1' || options.hostname === '::1')
        connect(options, callback);
      else callback(new Error('not dialled in a test'), null);
    },
  };
}

async function refusal(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return 'answered';
  } catch (error) {
    return error instanceof FetchRefused ? error.reason : String(error);
  }
}

const NOT_ALLOWED = /^(?:url|address)_not_allowed$/;

/** Longer than hundreds of requests at once take on a busy machine, in ms. */
const BUSY_MS = 50_000;

describe('forbidden targets', () => {
  let canary: Server;
  let canaryPort: number;
  let caught = 0;

  beforeAll(async () => {
    canary = createServer((socket) => {
      caught += 1;
      socket.destroy();
    });
    canary.listen(0, '::');
    await once(canary, 'listening');
    ({ port: canaryPort } = canary.address() as AddressInfo);
  });

  afterAll(() => {
    canary.close();
  });

  /** Everything that was dialled, and the result of each attempt that was not refused. */
  async function attempts(urls: string[], resolve: Resolve) {
    const { dialled, dial } = watchedDial();
    const { fetchJson, close } = createGuardedFetch({ allow: [], resolve, dial });
    const ends = await Promise.all(
      urls.map(async (url) => [url, await refusal(fetchJson(url))] as const),
    );
    await close();
    return { dialled, caught, passed: ends.filter(([, reason]) => !NOT_ALLOWED.test(reason)) };
  }
  const nothing = { dialled: [], caught: 0, passed: [] };

  const unasked: Resolve = () => Promise.reject(new Error('no name to resolve'));

  it('are tested in more than 250 spellings', () => {
    expect(new Set([...FORBIDDEN_HOSTS, ...FORBIDDEN_URLS]).size).toBeGreaterThan(350);
    expect(new Set(FORBIDDEN_HOSTS).size).toBeGreaterThan(250);
  });

  it.each(['http', 'https'])('refuses an address in every spelling, over %s', async (scheme) => {
    const urls = FORBIDDEN_HOSTS.map((host) => `${scheme}://${host}:${canaryPort}/`);
    expect(await attempts(urls, unasked)).toEqual(nothing);
  });

  it('refuses other schemes and ports, and URLs with credentials', async () => {
    const anywhere: Resolve = () => Promise.resolve([PUBLIC]);
    expect(await attempts(FORBIDDEN_URLS, anywhere)).toEqual(nothing);
  });

  it('refuses a name if any of its addresses is forbidden', async () => {
    const forbidden = [
      ...FORBIDDEN_IPV4,
      ...FORBIDDEN_IPV6,
      ...FORBIDDEN_IPV4.flatMap(wrappings),
      'fe80::1%lo',
      'not an address',
      '',
    ];
    const answers = forbidden.flatMap((address) => [
      [address],
      [address, PUBLIC],
      [PUBLIC, '2606:4700::1', address],
    ]);
    const urls = answers.map((_, index) => `http://n${index}.radio.example:${canaryPort}/`);
    const resolve: Resolve = (name) =>
      Promise.resolve(answers[Number(/^n(\d+)/.exec(name)?.[1])] ?? []);
    expect(urls.length).toBeGreaterThan(250);
    expect(await attempts(urls, resolve)).toEqual(nothing);
  });

  it('resists DNS rebinding: a name that is public first and private later', async () => {
    let asked = 0;
    const resolve: Resolve = () => {
      asked += 1;
      return Promise.resolve([asked % 2 === 1 ? PUBLIC : '127.0.0.1']);
    };
    const { dialled, dial } = watchedDial();
    const { fetchJson, close } = createGuardedFetch({ allow: [], resolve, dial });
    const url = `http://rebind.radio.example:${canaryPort}/`;
    const reasons: string[] = [];
    for (let round = 0; round < 500; round += 1) reasons.push(await refusal(fetchJson(url)));
    await close();

    expect(new Set(dialled)).toEqual(new Set([PUBLIC]));
    expect(asked).toBe(500);
    expect(reasons.filter((reason) => reason === 'address_not_allowed')).toHaveLength(250);
    expect(reasons.filter((reason) => reason === 'network')).toHaveLength(250);
  });

  it('does not follow redirects to forbidden addresses', async () => {
    const redirector = createHttpServer((req, res) => {
      const host = FORBIDDEN_HOSTS[Number(req.url?.slice(1))];
      // Header values are Latin-1; a server would percent-encode other characters.
      res.writeHead(302, { location: encodeURI(`http://${host}:${canaryPort}/`) }).end();
    });
    redirector.listen(0, '127.0.0.1');
    await once(redirector, 'listening');
    const { port } = redirector.address() as AddressInfo;
    const { dialled, dial } = watchedDial();
    const guarded = createGuardedFetch({
      allow: ['127.0.0.1'],
      resolve: unasked,
      dial,
      timeoutMs: BUSY_MS,
    });

    const reasons = await Promise.all(
      FORBIDDEN_HOSTS.map((_, index) =>
        refusal(guarded.fetchJson(`http://127.0.0.1:${port}/${index}`)),
      ),
    );
    await guarded.close();
    redirector.close();

    expect(new Set(reasons)).toEqual(new Set(['redirect']));
    expect(dialled).toHaveLength(FORBIDDEN_HOSTS.length);
  });

  it('does not follow redirects of track sources to forbidden addresses', async () => {
    const redirector = createHttpServer((req, res) => {
      const host = FORBIDDEN_HOSTS[Number(req.url?.slice(1))];
      res.writeHead(302, { location: encodeURI(`http://${host}:${canaryPort}/`) }).end();
    });
    redirector.listen(0, '127.0.0.1');
    await once(redirector, 'listening');
    const { port } = redirector.address() as AddressInfo;
    const { dialled, dial } = watchedDial();
    const guarded = createGuardedFetch({
      // The redirector alone.
      allow: ['redirector.example'],
      resolve: async (name) => (name === 'redirector.example' ? ['127.0.0.1'] : unasked(name)),
      dial,
      timeoutMs: BUSY_MS,
    });
    const before = caught;
    const reasons = await Promise.all(
      FORBIDDEN_HOSTS.map((_, index) =>
        refusal(guarded.fetchTracks(`http://redirector.example:${port}/${index}`)),
      ),
    );
    await guarded.close();
    redirector.close();
    for (const reason of reasons) expect(reason).toMatch(NOT_ALLOWED);
    expect(dialled).toEqual(FORBIDDEN_HOSTS.map(() => '127.0.0.1'));
    expect(caught).toBe(before);
  });

  it('closes a connection whose remote address is forbidden, before sending anything', async () => {
    const connect = buildConnector({ timeout: 1_000 });
    const heard: string[] = [];
    const bystander = createServer((socket) =>
      socket.on('data', (data) => heard.push(String(data))),
    );
    bystander.listen(0, '127.0.0.1');
    await once(bystander, 'listening');
    const { port } = bystander.address() as AddressInfo;
    const { fetchJson, close } = createGuardedFetch({
      allow: [],
      resolve: () => Promise.resolve([PUBLIC]),
      dial: (options, callback) => connect({ ...options, hostname: '127.0.0.1' }, callback),
    });
    const ended = once(bystander, 'connection').then(([socket]) => once(socket, 'close'));

    const reason = await refusal(fetchJson(`http://radio.example:${port}/`));
    await ended;
    await close();
    bystander.close();

    expect(reason).toBe('address_not_allowed');
    expect(heard).toEqual([]);
  });
});

describe('allowed targets', () => {
  it('connects to the checked address, IPv4 before IPv6', async () => {
    const { dialled, dial } = watchedDial();
    const resolve: Resolve = () => Promise.resolve(['2606:4700::1', '1.1.1.1', PUBLIC]);
    const { fetchJson, close } = createGuardedFetch({ allow: [], resolve, dial });
    expect(await refusal(fetchJson('https://radio.example/status?key=1'))).toBe('network');
    await close();
    expect(dialled).toEqual(['1.1.1.1', PUBLIC, '2606:4700::1']);
    expect(dialled.every((address) => isIP(address) !== 0)).toBe(true);
  });

  it('verifies the certificate against the host name', async () => {
    const asked: Array<Pick<buildConnector.Options, 'hostname' | 'host' | 'protocol'>> = [];
    const { fetchJson, close } = createGuardedFetch({
      allow: [],
      resolve: () => Promise.resolve([PUBLIC]),
      dial({ hostname, host, protocol }, callback) {
        asked.push({ hostname, host, protocol });
        callback(new Error('not dialled in a test'), null);
      },
    });
    await refusal(fetchJson('https://radio.example/'));
    await close();
    expect(asked).toEqual([{ hostname: PUBLIC, host: 'radio.example', protocol: 'https:' }]);
  });

  it.each([
    'http://radio.example/',
    'https://radio.example:443/status-json.xsl?mount=/live',
    'https://radio.example:80/',
    'http://radio.example:8000/stats?sid=1&json=1',
    'http://1.1.1.1:65535/',
    'http://[2606:4700:4700::1111]:1024/',
  ])('checkUrl accepts %s', (url) => {
    expect(createGuardedFetch({ allow: [] }).checkUrl(url).href).toBe(new URL(url).href);
  });

  it('checkUrl refuses what fetchJson refuses', () => {
    const { checkUrl } = createGuardedFetch({ allow: [] });
    const urls = [...FORBIDDEN_URLS, ...FORBIDDEN_HOSTS.map((host) => `http://${host}/`)];
    const saved = urls.filter((url) => {
      try {
        return checkUrl(url);
      } catch (error) {
        return !(error instanceof FetchRefused);
      }
    });
    expect(saved).toEqual([]);
  });

  it('fails with network if the name does not resolve', async () => {
    const { fetchJson, close } = createGuardedFetch({
      allow: [],
      resolve: () => Promise.reject(new Error('ENOTFOUND')),
    });
    expect(await refusal(fetchJson('http://gone.radio.example/'))).toBe('network');
    await close();
  });

  it('does not wait for a resolver that hangs', async () => {
    const { fetchJson, close } = createGuardedFetch({
      allow: [],
      resolve: () => new Promise(() => undefined),
      timeoutMs: 100,
    });
    expect(await refusal(fetchJson('http://slow.radio.example/'))).toBe('timeout');
    await close();
  });
});

describe('fetchJson', () => {
  let server: EvilServer;
  // Most refusals are immediate, even on a busy machine; only a hanging server takes this long.
  const guarded = createGuardedFetch({ allow: ['127.0.0.1'], timeoutMs: 10_000 });
  const hurried = createGuardedFetch({ allow: ['127.0.0.1'], timeoutMs: 400 });

  beforeAll(async () => {
    server = await startEvilServer();
  });
  afterAll(async () => {
    await guarded.close();
    await hurried.close();
    await server.close();
  });

  it.each<EvilBehaviour>([
    'good',
    'gzip',
    'brotli',
    'deflate',
    'raw-deflate',
    'byte-order-mark',
    'json-called-html',
  ])('reads one that is %s', async (behaviour) => {
    expect(await guarded.fetchJson(server.url(behaviour))).toEqual({
      title: 'Slow Morning',
      artist: 'Nora Field',
    });
  });

  it('follows three redirects of a track source, and no fourth', async () => {
    const track = { title: 'Slow Morning', artist: 'Nora Field' };
    const thrice = server.url('redirect-thrice');
    expect(await guarded.fetchTracks(thrice)).toEqual(track);
    expect(await refusal(guarded.fetchTracks(`${thrice}&left=4`))).toBe('redirect');
    expect(await refusal(guarded.fetchTracks(server.url('redirect-for-ever')))).toBe('redirect');
    // Each hop passes the guard.
    const metadata = server.url('redirect-to-metadata');
    expect(await refusal(guarded.fetchTracks(metadata))).toBe('address_not_allowed');
    expect(await refusal(guarded.fetchJson(thrice))).toBe('redirect');
  });

  it('reads what a track source says in another format as text, within the same limits', async () => {
    expect(await guarded.fetchTracks(server.url('html-called-json'))).toBeInstanceOf(TextAnswer);
    for (const behaviour of ['hundred-megabytes', 'gzip-bomb'] as const) {
      expect(await refusal(guarded.fetchTracks(server.url(behaviour)))).toBe('too_large');
    }
    expect(await refusal(guarded.fetchTracks(server.url('audio')))).toBe('not_json');
    expect(await refusal(hurried.fetchTracks(server.url('trickle')))).toBe('timeout');
  });

  it('reads the first event of a track source that sends events without end', async () => {
    const found = await guarded.fetchTracks(server.url('endless-events'));
    expect(found).toEqual(
      new TextAnswer(
        ':hello\n\nevent:message\ndata:{"streamTitle":"Nora Field - Slow Morning"}\n\n',
      ),
    );
  });

  it('sends an honest user agent and no other information', async () => {
    await guarded.fetchJson(server.url('good'));
    const { host, connection, ...said } = server.lastHeaders();
    expect(said).toEqual({
      accept: 'application/json',
      'accept-encoding': 'gzip, br, deflate',
      'user-agent': 'Stationhouse track reader',
    });
    expect({ host, connection }).toEqual({
      host: new URL(server.url('good')).host,
      connection: 'close',
    });
  });

  it.each<EvilBehaviour>([
    'hangs-before-headers',
    'hangs-in-headers',
    'hangs-in-body',
    'hangs-in-gzip',
    'trickle',
  ])('waits no longer than it is told for one that %s', async (behaviour) => {
    expect(await refusal(hurried.fetchJson(server.url(behaviour)))).toBe('timeout');
  });

  it.each<[EvilBehaviour, FetchRefused['reason']]>([
    ['hundred-megabytes', 'too_large'],
    ['says-it-is-large', 'too_large'],
    ['gzip-bomb', 'too_large'],
    ['gzip-of-nothing', 'too_large'],
    ['brotli-bomb', 'too_large'],
    ['truncated-gzip', 'network'],
    ['not-gzip', 'network'],
    ['unknown-encoding', 'not_json'],
    ['packed-twice', 'not_json'],
    ['says-it-is-longer', 'network'],
    ['says-it-is-shorter', 'not_json'],
    ['two-lengths', 'network'],
    ['audio', 'not_json'],
    ['html-with-scripts', 'not_json'],
    ['html-called-json', 'not_json'],
    ['json-with-padding', 'not_json'],
    ['invalid-json', 'not_json'],
    ['truncated', 'not_json'],
    ['nul-bytes', 'not_json'],
    ['empty', 'not_json'],
    ['no-content', 'bad_status'],
    ['server-error', 'bad_status'],
    ['not-found', 'bad_status'],
    ['redirect-to-metadata', 'redirect'],
    ['redirect-for-ever', 'redirect'],
    ['not-modified', 'redirect'],
    ['not-http', 'network'],
    ['a-megabyte-of-headers', 'network'],
    ['hangs-up', 'network'],
  ])('refuses one that is %s: %s', async (behaviour, reason) => {
    expect(await refusal(guarded.fetchJson(server.url(behaviour)))).toBe(reason);
  });

  it.each<EvilBehaviour>(['nested-deeply', 'huge-numbers', 'script-in-title'])(
    'hands on one that is %s, since it is JSON',
    async (behaviour) => {
      expect(await refusal(guarded.fetchJson(server.url(behaviour)))).toBe('answered');
    },
  );

  it('stops decompressing a 10 GB zip bomb at the limit', async () => {
    const before = process.memoryUsage().rss;
    await Promise.all(
      Array.from({ length: 20 }, () => refusal(guarded.fetchJson(server.url('gzip-bomb')))),
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('has errors without the URL or the response', async () => {
    for (const behaviour of ['html-called-json', 'server-error', 'hangs-up'] as const) {
      const error: unknown = await guarded
        .fetchJson(server.url(behaviour))
        .catch((e: unknown) => e);
      const told = JSON.stringify(error, Object.getOwnPropertyNames(error));
      expect(told + String(error)).not.toMatch(/secret|script|html/);
    }
  });

  it('aborts with the signal', async () => {
    const controller = new AbortController();
    const answer = guarded.fetchJson(server.url('hangs-in-body'), controller.signal);
    controller.abort();
    expect(await refusal(answer)).toBe('network');
  });

  it('can have another size limit', async () => {
    const { fetchJson, close } = createGuardedFetch({ allow: ['127.0.0.1'], maxBytes: 10 });
    expect(await refusal(fetchJson(server.url('good')))).toBe('too_large');
    await close();
  });
});

describe('postJson', () => {
  const guarded = createGuardedFetch({ allow: ['127.0.0.1'] });
  let server: EvilServer;
  beforeAll(async () => {
    server = await startEvilServer();
  });
  afterAll(async () => {
    await guarded.close();
    await server.close();
  });
  const post = (address: string, withinMs = 10_000) =>
    guarded.postJson(address, { headers: {}, body: '{}' }, { withinMs, maxBytes: 100 });

  it('reads only the beginning of a large answer', async () => {
    const { status, text } = await post(server.url('hundred-megabytes'));
    expect([status, text.length]).toEqual([200, 100]);
  });

  it('knows the status of an answer that trickles or stops, and does not wait for its end', async () => {
    for (const behaviour of ['trickle', 'hangs-in-body'] as const) {
      expect((await post(server.url(behaviour), 400)).status).toBe(200);
    }
  });

  it('gives up when no answer comes', async () => {
    for (const behaviour of ['hangs-before-headers', 'hangs-in-headers'] as const) {
      expect(await refusal(post(server.url(behaviour), 400))).toBe('timeout');
    }
  });

  it('refuses forbidden addresses', async () => {
    const strict = createGuardedFetch({ allow: [] });
    const limits = { withinMs: 1_000, maxBytes: 100 };
    for (const url of FORBIDDEN_URLS) {
      const posting = strict.postJson(url, { headers: {}, body: '{}' }, limits);
      expect(await refusal(posting)).toMatch(NOT_ALLOWED);
    }
    await strict.close();
  });
});

describe('mayReach', () => {
  const naming = (addresses: string[]) =>
    createGuardedFetch({ allow: [], resolve: () => Promise.resolve(addresses) });

  it('accepts a name that does not resolve at the moment', async () => {
    await naming([PUBLIC]).mayReach('https://radio.example/live');
    await naming([]).mayReach('https://radio.example/live');
    const gone = createGuardedFetch({
      allow: [],
      resolve: () => Promise.reject(new Error('ENOTFOUND')),
    });
    await gone.mayReach('https://radio.example/live');
    const slow = createGuardedFetch({
      allow: [],
      resolve: () => new Promise(() => undefined),
      timeoutMs: 10,
    });
    await slow.mayReach('https://radio.example/live');
  });

  it('refuses forbidden addresses and names that resolve to them', async () => {
    const urls = [...FORBIDDEN_URLS, ...FORBIDDEN_HOSTS.map((host) => `http://${host}/`)];
    const ends = await Promise.all(urls.map((url) => refusal(naming([PUBLIC]).mayReach(url))));
    expect(ends.filter((end) => !NOT_ALLOWED.test(end))).toEqual([]);
    for (const address of [...FORBIDDEN_IPV4, ...FORBIDDEN_IPV6]) {
      const guarded = naming([PUBLIC, address]);
      expect(await refusal(guarded.mayReach('http://radio.example/'))).toBe('address_not_allowed');
    }
  });
});

describe('openStream', () => {
  const guarded = createGuardedFetch({ allow: ['127.0.0.1'], headWithinMs: 400 });
  let server: StreamServer;
  beforeAll(async () => {
    server = await startStreamServer();
  });
  afterAll(async () => {
    await guarded.close();
    await server.close();
  });

  /** Opens a stream and closes it. */
  async function open(url: string, by = guarded) {
    const { body, ...head } = await by.openStream(url, new AbortController().signal);
    body.on('error', () => undefined).destroy();
    return head;
  }

  it('sends the headers of a browser and asks for no titles', async () => {
    expect(await open(server.url('good'))).toMatchObject({
      status: 200,
      headers: { 'content-type': 'audio/mpeg' },
      hops: [new URL(server.url('good'))],
    });
    const { host, connection, ...said } = server.lastHeaders();
    expect(said).toEqual({
      accept: '*/*',
      'accept-encoding': 'identity',
      'icy-metadata': '0',
      'user-agent': 'Mozilla/5.0 (compatible; Stationhouse stream check)',
    });
    expect([host, connection]).toEqual([new URL(server.url('good')).host, 'close']);
  });

  it('keeps streaming beyond the time limit for headers, until it is aborted', async () => {
    const hanging = new AbortController();
    const { body } = await guarded.openStream(server.url('good'), hanging.signal);
    let bytes = 0;
    const read = async () => {
      for await (const piece of body) {
        bytes += Buffer.from(piece).length;
        // Four seconds arrive at once, then this much more in real time.
        if (bytes > 5 * 16_000) hanging.abort();
      }
    };
    await expect(read()).rejects.toThrow(/abort/i);
    expect(bytes).toBeGreaterThan(5 * 16_000);
  });

  it('follows three redirects and returns each URL', async () => {
    const { url } = await serve((req, res) => {
      const left = Number(req.url?.slice(1));
      if (left === 0) res.end('here');
      else res.writeHead(307, { location: `/${left - 1}` }).end();
    });
    const { hops } = await open(`${url}/3`);
    expect(hops.map(({ pathname }) => pathname)).toEqual(['/3', '/2', '/1', '/0']);
    expect(await refusal(open(`${url}/4`))).toBe('redirect');
  });

  it('refuses redirects to forbidden addresses', async () => {
    const targets = [
      ...FORBIDDEN_HOSTS.map((host) => `http://${host}:8000/`),
      ...FORBIDDEN_URLS.filter((url) => /^[a-z]+:\/\//.test(url)),
    ];
    const { url } = await serve((req, res) => {
      const target = targets[Number(req.url?.slice(1))] ?? '';
      res.writeHead(302, { location: encodeURI(target) }).end();
    });
    const { dialled, dial } = watchedDial();
    const by = createGuardedFetch({
      // Only this name: its address stays forbidden for other names.
      allow: ['moved.example'],
      resolve: (name) =>
        name === 'moved.example' ? Promise.resolve(['127.0.0.1']) : Promise.resolve([PUBLIC]),
      dial,
      timeoutMs: BUSY_MS,
      headWithinMs: BUSY_MS,
    });
    const { port } = new URL(url);
    const ends = await Promise.all(
      targets.map((_, index) => refusal(open(`http://moved.example:${port}/${index}`, by))),
    );
    await by.close();
    expect(ends.length).toBeGreaterThan(350);
    expect(ends.filter((end) => !NOT_ALLOWED.test(end))).toEqual([]);
    expect(dialled).toEqual(targets.map(() => '127.0.0.1'));
  });

  it.each<[StreamBehaviour, FetchRefused['reason']]>([
    ['hangs-before-head', 'no_answer'],
    ['hangs-in-head', 'no_answer'],
    ['shoutcast', 'old_protocol'],
    ['hangs-up', 'network'],
    ['redirect-for-ever', 'redirect'],
    ['redirect-to-metadata', 'address_not_allowed'],
    ['redirect-to-a-file-system', 'url_not_allowed'],
  ])('that %s is refused: %s', async (behaviour, reason) => {
    expect(await refusal(open(server.url(behaviour)))).toBe(reason);
  });
});
