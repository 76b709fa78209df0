import { describe, expect, test } from 'vitest'
import { buildRequestHeaders, buildResponseHeaders, isOwnRequest, type Way } from './clean-headers.ts'

const way: Way = {
  target: '127.0.0.1:8080',
  origin: 'https://abc.tunnel.example',
  cookieName: '__Host-tunnel',
  isUpgrade: false,
}

describe('a device gets', () => {
  const get = (given: NodeJS.Dict<string[]>, isUpgrade = false) =>
    buildRequestHeaders(given, { ...way, isUpgrade })

  test('its own name in place of the tunnel’s, and nothing of who asks', () => {
    expect(
      get({
        host: ['abc.tunnel.example'],
        origin: ['https://abc.tunnel.example'],
        referer: ['https://abc.tunnel.example/settings?tab=2'],
        'x-forwarded-for': ['192.0.2.7'],
        'x-real-ip': ['192.0.2.7'],
        forwarded: ['for=192.0.2.7'],
        'x-request-id': ['r1'],
        'sec-fetch-site': ['same-origin'],
        'accept-language': ['sl'],
      }),
    ).toEqual({
      host: '127.0.0.1:8080',
      origin: 'http://127.0.0.1:8080',
      referer: 'http://127.0.0.1:8080/settings?tab=2',
      'accept-language': ['sl'],
      connection: 'close',
    })
  })

  test('its cookies without ours, however they are split', () => {
    const cookie = ['a=1; __Host-tunnel=secret', '__Host-tunnel=secret ;b=__Host-tunnel=2']
    expect(get({ cookie }).cookie).toBe('a=1; b=__Host-tunnel=2')
    expect(get({ cookie: ['__Host-tunnel=secret'] })).not.toHaveProperty('cookie')
  })

  test('no referrer of another page, and nothing that is of the connection only', () => {
    const given = { referer: ['https://ohmstead.example/locations/7'], connection: ['keep-alive, X-Own'] }
    expect(get({ ...given, 'x-own': ['1'], te: ['trailers'], 'transfer-encoding': ['chunked'] })).toEqual({
      host: '127.0.0.1:8080',
      connection: 'close',
    })
  })

  test('the wish for a WebSocket, and for nothing else', () => {
    expect(get({ upgrade: ['h2c'], connection: ['upgrade'] }, true)).toMatchObject({
      upgrade: 'websocket',
      connection: 'upgrade',
    })
  })
})

describe('a browser gets', () => {
  const answer = (given: NodeJS.Dict<string[]>) => buildResponseHeaders(given, way)

  test.each([
    ['strict-transport-security', 'max-age=1'],
    ['clear-site-data', '"*"'],
    ['access-control-allow-origin', '*'],
    ['service-worker-allowed', '/'],
    ['alt-svc', 'h3=":443"'],
    ['report-to', '{}'],
    ['transfer-encoding', 'chunked'],
  ])('no %s', (name, value) => {
    expect(answer({ [name]: [value] })).not.toHaveProperty(name)
  })

  test('cookies for this host only, and none that takes the place of ours', () => {
    const lines = [
      'sid=1; Path=/; Domain=tunnel.example; HttpOnly',
      '__Host-tunnel=x; Path=/; Secure',
      '__HOST-TUNNEL=x',
      '__Secure-a=1',
      'theme=dark; Partitioned',
    ]
    expect(answer({ 'set-cookie': lines })['set-cookie']).toEqual(['sid=1; Path=/; HttpOnly', 'theme=dark'])
  })

  test.each([
    ['http://127.0.0.1:8080/login?next=%2F#top', '/login?next=%2F#top'],
    ['https://localhost:8080/login', '/login'],
    ['//127.0.0.1:8080/login', '/login'],
    ['/login', '/login'],
    ['login', 'login'],
    ['https://maker.example/help', 'https://maker.example/help'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
  ])('a redirect to %s as %s', (given, shown) => {
    expect(answer({ location: [given] }).location).toBe(shown)
  })

  test('an answer that no cache between keeps, and that no other page may use', () => {
    expect(answer({})).toMatchObject({
      'cache-control': 'private, no-cache',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'SAMEORIGIN',
    })
    expect(answer({ 'cache-control': ['public, max-age=60', 's-maxage=600'] })['cache-control']).toBe(
      'private, max-age=60',
    )
  })
})

describe('a request is one of the tunnel’s own page', () => {
  const ask = (headers: Record<string, string>, method = 'GET', isUpgrade = false) =>
    isOwnRequest({ method, headers, isUpgrade }, way.origin)

  test.each<[boolean, string, Parameters<typeof ask>]>([
    [true, 'a page of the tunnel', [{ 'sec-fetch-site': 'same-origin' }, 'POST']],
    [true, 'the address bar', [{ 'sec-fetch-site': 'none' }]],
    [
      true,
      'a followed link',
      [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ],
    [
      false,
      'a frame of another page',
      [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ],
    [
      false,
      'a form of another page',
      [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, 'POST'],
    ],
    [false, 'a picture in another page', [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }]],
    [true, 'an old browser that reads', [{}]],
    [false, 'an old browser’s form elsewhere', [{ origin: 'https://other.tunnel.example' }, 'POST']],
    [true, 'an old browser’s own form', [{ origin: way.origin }, 'POST']],
    [false, 'a socket of another page', [{ origin: 'https://other.tunnel.example' }, 'GET', true]],
    [
      false,
      'a socket without an origin, whatever it says of its site',
      [{ 'sec-fetch-site': 'none' }, 'GET', true],
    ],
    [true, 'a socket of its own page', [{ origin: way.origin }, 'GET', true]],
  ])('%s: %s', (isOwn, _, asked) => {
    expect(ask(...asked)).toBe(isOwn)
  })
})
