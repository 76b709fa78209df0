import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { findShippedBrand } from './shipped-brands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('shows name, look and state of the site to everybody', async () => {
  const { data } = await server.client().call('GET /site/info', { query: { identifier: 'whatever' } })
  expect(data).toEqual({
    platformName: 'Ohmstead',
    productName: 'Ohmstead',
    slogan: null,
    theme: 'default',
    favicon: null,
    logo: null,
    host: null,
    needsFirstAdmin: true,
    analyticsUrls: [],
    contact: { supportEmail: null },
    links: { termsAndConditions: null, privacyPolicy: null, registration: null },
    status: { maintenance: { isInMaintenance: false, message: null } },
    maintenance: { isInMaintenance: false, message: null },
  })
})

test('settings of the database change it, maintenance in both places', async () => {
  const site = JSON.stringify({ platformName: 'Sonce', contact: { supportEmail: 'help@sonce.si' } })
  const maintenance = JSON.stringify({ isInMaintenance: true, message: 'Back at nine.' })
  await server.db.run(
    sql`insert into setting values ('site', ${site}::jsonb), ('maintenance', ${maintenance}::jsonb)`,
  )
  const { data } = await server.client().call('GET /site/info')
  expect(data).toMatchObject({
    platformName: 'Sonce',
    productName: 'Ohmstead',
    contact: { supportEmail: 'help@sonce.si' },
  })
  expect(data.status.maintenance).toEqual({ isInMaintenance: true, message: 'Back at nine.' })
  expect(data.maintenance).toEqual(data.status.maintenance)
})

test('translations are compiled, complete against English, and cached by their tag', async () => {
  const client = server.client()
  const english = await client.call('GET /site/translations/:locale', { params: { locale: 'en' } })
  const slovenian = await client.call('GET /site/translations/:locale', { params: { locale: 'sl' } })
  expect(Object.keys(slovenian.data.messages).sort()).toEqual(Object.keys(english.data.messages).sort())
  expect(english.data.messages['auth.login.heading']).toEqual(['Sign in'])
  expect(slovenian.data.messages['auth.login.heading']).not.toEqual(
    english.data.messages['auth.login.heading'],
  )

  const etag = english.headers.get('etag')!
  const again = await client.request('GET', '/site/translations/en', { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
  expect(slovenian.headers.get('etag')).not.toBe(etag)
})

test('the texts of the first pages can be asked for alone', async () => {
  const client = server.client()
  const ask = (query: { selection?: 'first' }) =>
    client.call('GET /site/translations/:locale', { params: { locale: 'sl' }, query })
  const [first, all] = await Promise.all([ask({ selection: 'first' }), ask({})])
  expect(all.data.messages).toMatchObject(first.data.messages)
  for (const key of ['auth.login.heading', 'errors.unexpected', 'titles.location'])
    expect(first.data.messages).toHaveProperty([key])
  expect((await client.request('GET', '/site/translations/sl?selection=other')).status).toBe(400)
})

test('a language without texts is served in English, an unknown one is not found', async () => {
  const client = server.client()
  const german = await client.call('GET /site/translations/:locale', { params: { locale: 'sv' } })
  expect(Object.keys(german.data.messages).length).toBeGreaterThan(0)
  for (const locale of ['xx', '../package', 'en.json', '__proto__']) {
    expect((await client.call('GET /site/translations/:locale', { params: { locale } })).status).toBe(404)
  }
})

test('a shipped brand is shown by its name and on a host of its name', async () => {
  const named = await server.client().call('GET /site/info', { query: { identifier: 'sunmere' } })
  expect(named.data).toMatchObject({
    platformName: 'Sunmere',
    productName: 'Sunmere Home',
    theme: 'yellow-blue',
    logo: '/brands/sunmere/logo.svg',
  })
  for (const identifier of ['constructor', '__proto__', 'nobody'])
    expect((await server.client().call('GET /site/info', { query: { identifier } })).data.platformName).toBe(
      'Sonce',
    )
  expect(findShippedBrand({ host: 'sunmere.example.com' })?.platformName).toBe('Sunmere')
  expect(findShippedBrand({ host: 'cloud.example.com' })).toBeNull()
  expect(findShippedBrand({ identifier: 'ohmstead', host: 'sunmere.example.com' })?.platformName).toBe(
    'Ohmstead',
  )
})

test('only a host from the settings is passed to browsers, which may call it and the analytics, and show the tiles of maps', async () => {
  const allowed = 'https://api.sonce.example'
  const script = 'https://stats.example/one.js'
  const mapTiles = { url: 'https://{s}.tiles.example/{z}/{x}/{y}.png', attribution: '' }
  const listed = await startTestServer({
    settings: { apiHosts: [allowed], analyticsUrls: [script], mapTiles },
  })
  try {
    const hosts: (string | null)[] = []
    for (const host of [allowed, 'https://elsewhere.example']) {
      await listed.db.run(
        sql`insert into setting values ('site', ${JSON.stringify({ host })}::jsonb)
          on conflict (key) do update set value = excluded.value`,
      )
      const { data } = await listed.client().call('GET /site/info')
      expect(data).toMatchObject({ analyticsUrls: [script] })
      hosts.push(data.host)
    }
    expect(hosts).toEqual([allowed, null])
    const policy = (await listed.client().request('GET', '/site/info')).headers.get('content-security-policy')
    expect(policy).toContain(`script-src 'self' ${script};`)
    expect(policy).toContain(`connect-src 'self' ${allowed} https://stats.example;`)
    expect(policy).toContain("img-src 'self' data: blob: https://*.tiles.example;")
  } finally {
    await listed.stop()
  }
  const closed = (await server.client().request('GET', '/site/info')).headers.get('content-security-policy')
  expect(closed).toContain("script-src 'self';")
  expect(closed).toContain("connect-src 'self';")
  expect(closed).toContain("img-src 'self' data: blob:;")
})

test('the manifest has the name, background and icons of the brand', async () => {
  const read = async (query: string) => {
    const answer = await fetch(`${server.url}/manifest.webmanifest${query}`)
    expect(answer.headers.get('content-type')).toContain('application/manifest+json')
    return (await answer.json()) as { name: string; background_color: string; icons: { src: string }[] }
  }
  const own = await read('')
  expect(own).toMatchObject({ name: 'Sonce', background_color: '#0b0d10' })
  expect(own.icons.map(({ src }) => src)).toContain('/brands/ohmstead/icon-512.png')
  const other = await read('?identifier=sunmere')
  expect(other).toMatchObject({ name: 'Sunmere', background_color: '#eff4fa' })
  expect(other.icons.map(({ src }) => src)).toContain('/brands/sunmere/maskable.svg')
})

test('security.txt names the support address of the platform, never that of a brand', async () => {
  const ask = () => fetch(`${server.url}/.well-known/security.txt?identifier=sunmere`)
  const answer = await ask()
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const lines = (await answer.text()).split('\n')
  expect(lines).toContain('Contact: mailto:help@sonce.si')
  const expires = lines.find((line) => line.startsWith('Expires: '))!.slice('Expires: '.length)
  expect(Date.parse(expires)).toBeGreaterThan(server.clock.time)
  expect(Date.parse(expires)).toBeLessThan(server.clock.time + 365 * 86_400_000)
  await server.db.run(sql`update setting set value = value - 'contact' where key = 'site'`)
  expect((await ask()).status).toBe(404)
})
