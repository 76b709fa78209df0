import { expect, test } from 'vitest'
import { judgeBrandHost, platformDomainOf } from './brand-host.ts'

const named = (unicode: string, ascii = unicode) => ({ ascii, unicode })
const judge = (host: string, platform: string[], ascii = host) =>
  judgeBrandHost(
    named(host, ascii),
    platform.map((one) => named(one)),
  )

test.each([
  ['cloud.ohmstead.com', 'ohmstead.com'],
  ['ohmstead.com', 'ohmstead.com'],
  ['energy.city.example.co.uk', 'example.co.uk'],
  ['cloud.abc.si', 'abc.si'],
  ['cloud.acme.gv.at', 'acme.gv.at'],
])('%s lies in the domain %s', (host, domain) => expect(platformDomainOf(host)).toBe(domain))

test.each([
  ['the very host', 'cloud.ohmstead.com', 'own'],
  ['one beside it', 'login.ohmstead.com', 'own'],
  ['the domain above', 'ohmstead.com', 'own'],
  ['the host of the API', 'api.elsewhere.net', 'own'],
  ['one below that', 'www.elsewhere.net', 'own'],
  ['a company of its own', 'energy.sun.si', 'ok'],
  ['a name that only ends alike', 'notohmstead.com', 'ok'],
  ['the same name under another ending', 'ohmstead.si', 'ok'],
  ['a Cyrillic o', 'cloud.оhmstead.com', 'lookalike'],
  ['the same under another ending', 'оhmstead.si', 'lookalike'],
  ['a zero', '0hmstead.com', 'lookalike'],
  ['r and n for m', 'ohrnstead.com', 'lookalike'],
  ['an accent', 'öhmstead.com', 'lookalike'],
  ['this very machine', 'brand.localhost', 'private'],
  ['a network at home', 'brand.local', 'private'],
])('%s (%s) is %s', (_, host, verdict) =>
  expect(judge(host, ['cloud.ohmstead.com', 'api.elsewhere.net'])).toBe(verdict),
)

test('a platform reached by an IP address has no domain to protect', () => {
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) expect(judge('brand.sun.si', [host])).toBe('ok')
})
