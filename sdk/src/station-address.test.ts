import { describe, expect, it } from 'vitest';
import { readHost, readStationAddress, type SiteDomains } from './station-address.ts';

const domains: SiteDomains = {
  publicHost: 'radio.example.com',
  mainDomain: 'example.com',
  projectHostDomain: 'project.app',
};

/** Reads `host/path?query` as a person would type it. */
function read(address: string, on: SiteDomains = domains) {
  const [, hostname = '', pathname = '', search = ''] =
    /^(\[[^\]]*\]|[^/?]*)([^?]*)(\?.*)?$/.exec(address) ?? [];
  return readStationAddress({ hostname, pathname: pathname || '/', search }, on);
}

describe('a station is found', () => {
  it.each([
    ['by its path', 'example.com/blue-cafe', 'blue-cafe', 'full'],
    ['by its path with a slash at the end', 'example.com/blue-cafe/', 'blue-cafe', 'full'],
    ['by its path in capitals', 'example.com/Blue-Cafe', 'blue-cafe', 'full'],
    ['under /radio', 'example.com/radio/blue-cafe', 'blue-cafe', 'full'],
    ['as a TV view by path', 'example.com/blue-cafe/tv', 'blue-cafe', 'tv'],
    ['as a TV view under /radio', 'example.com/radio/blue-cafe/tv', 'blue-cafe', 'tv'],
    ['as a static TV view', 'example.com/blue-cafe/tv-static', 'blue-cafe', 'tv-static'],
    ['as a static TV view under /radio', 'example.com/radio/x/tv-static', 'x', 'tv-static'],
    ['as a location player by path', 'example.com/blue-cafe/play', 'blue-cafe', 'play'],
    ['as a location player under /radio', 'example.com/radio/x/play', 'x', 'play'],
    ['on a station host as a location player', 'blue.example.com/play', 'blue', 'play'],
    ['by the first label of a subdomain', 'blue-cafe.example.com/', 'blue-cafe', 'full'],
    ['by the first of several labels', 'bar.blue-cafe.example.com/', 'bar', 'full'],
    ['on a station host, whatever the path', 'blue.example.com/login', 'blue', 'full'],
    ['on a station host as a TV view', 'blue.example.com/tv', 'blue', 'tv'],
    ['on a station host as a static TV view', 'blue.example.com/tv-static', 'blue', 'tv-static'],
    ['by a four-part project host', 'blue.team.project.app/', 'blue', 'full'],
    ['by the station parameter on /', 'example.com/?station=blue', 'blue', 'full'],
    ['by the station parameter under /radio', 'example.com/radio?station=blue', 'blue', 'full'],
    ['by the parameter before the path', 'example.com/radio/red?station=blue', 'blue', 'full'],
    ['by the parameter on a portal path', 'example.com/about?station=blue', 'blue', 'full'],
    ['by the parameter on a deeper path', 'example.com/a/b/tv?station=blue', 'blue', 'tv'],
    ['by the parameter before the host', 'red.example.com/?station=blue', 'blue', 'full'],
    ['by the subdomain parameter on localhost', 'localhost/?subdomain=blue', 'blue', 'full'],
    ['by the subdomain parameter on 127.0.0.1', '127.0.0.1/?subdomain=blue', 'blue', 'full'],
    ['by the subdomain parameter on [::1]', '[::1]/?subdomain=blue', 'blue', 'full'],
    ['by station before subdomain', 'localhost/?station=a&subdomain=b', 'a', 'full'],
    ['on a host with a dot at its end', 'blue.example.com./', 'blue', 'full'],
    ['on a host in capitals', 'BLUE.Example.COM/', 'blue', 'full'],
    ['even where no slug could look so', 'example.com/no%20such!', 'no such!', 'full'],
    ['even behind broken percent-encoding', 'example.com/%zz', '%zz', 'full'],
  ])('%s', (_, address, slug, view) => {
    expect(read(address)).toEqual({ slug, view });
  });

  it('on a subdomain of localhost, where localhost is the main domain', () => {
    const local = { publicHost: 'localhost', mainDomain: 'localhost', projectHostDomain: null };
    expect(read('demo.localhost/', local)).toEqual({ slug: 'demo', view: 'full' });
  });
});

describe('a station page without a station', () => {
  it('is /radio alone', () => {
    expect(read('example.com/radio')).toEqual({ slug: null, view: 'full' });
  });
});

describe('no station is found', () => {
  it.each([
    ['on the main domain', 'example.com/'],
    ['on www', 'www.example.com/'],
    ['on api', 'api.example.com/'],
    ['on admin', 'admin.example.com/'],
    ['on the host of the public address', 'radio.example.com/'],
    ['on a three-part project host', 'team.project.app/'],
    ['on a five-part project host', 'a.b.team.project.app/'],
    ['on localhost', 'localhost/'],
    ['by a subdomain parameter elsewhere', 'example.com/?subdomain=blue'],
    ['by an empty station parameter', 'example.com/?station='],
    ['on a portal path', 'example.com/login'],
    ['on a deeper path', 'example.com/blue/red'],
    ['behind a view', 'example.com/blue/tv/more'],
    ['on a portal path with a view', 'example.com/login/tv'],
    ['on another host', 'example.org/blue'],
    ['on a host whose name only ends the same', 'badexample.com/blue'],
  ])('%s', (_, address) => {
    expect(read(address)).toBeNull();
  });
});

describe('an invalid host name is not a station', () => {
  it.each([
    'a b',
    '..example.com',
    'a%00.example.com',
    '-a.example.com',
    'evil@x',
    'a_b.example.com',
  ])('%s', (host) => {
    expect(readHost(host, domains).kind).toBe('unknown');
  });

  it('longer than a name may be', () => {
    const host = `${Array.from({ length: 5 }, () => 'a'.repeat(60)).join('.')}.example.com`;
    expect(readHost(host, domains).kind).toBe('unknown');
  });
});
