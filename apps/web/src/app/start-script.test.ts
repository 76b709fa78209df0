import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { listPageFiles } from '../../list-page-files.ts'

const source = readFileSync(new URL('../../public/start.js', import.meta.url), 'utf8')

/** Runs the script of the first moment at an address: all that it asks for, what of it is the page's own, its files. */
function startAt(
  pathname: string,
  search = '',
  stored: Record<string, string> = {},
  build = (script: string) => script,
) {
  const asked: string[] = []
  let beforeStorage: string[] | null = null
  const links: { rel: string; href: string; as?: string }[] = []
  const window = {
    addEventListener: () => {},
    ohmsteadStart: undefined as unknown as { ahead: object; hasFirstTextsOnly: boolean },
    Temporal: {
      Now: {
        zonedDateTimeISO: (zone: string) =>
          Temporal.Instant.from('2026-10-25T12:00:00Z').toZonedDateTimeISO(zone),
      },
    },
  }
  const files = {
    overview: ['/assets/o.js', '/assets/o.css'],
    charts: ['/assets/c.js'],
    spotMarket: ['/assets/s.js'],
    fleet: ['/assets/f.js'],
  }
  const script = source.replace('var pageFiles = {}', `var pageFiles = ${JSON.stringify(files)}`)
  runInNewContext(build(script), {
    window,
    document: {
      documentElement: { dataset: {} },
      createElement: () => ({}),
      querySelector: () => null,
      head: { append: (link: (typeof links)[number]) => links.push(link) },
    },
    navigator: { languages: ['en'] },
    localStorage: {
      getItem(name: string) {
        beforeStorage ??= [...asked]
        return stored[name] ?? null
      },
    },
    location: { pathname, search },
    URLSearchParams,
    setTimeout: () => 0,
    fetch: (path: string) => {
      asked.push(path)
      // Nobody may ever want it: unhandled, it would fail the run.
      if (path.includes('/data/energy')) return Promise.reject(new TypeError('Failed to fetch'))
      return Promise.resolve(
        Response.json({ data: { location: { timezone: { name: 'Europe/Ljubljana' } } } }),
      )
    },
  })
  return {
    everything: asked,
    beforeStorage,
    texts: asked.find((path) => path.startsWith('/api/site/translations/')),
    hasFirstTextsOnly: window.ohmsteadStart.hasFirstTextsOnly,
    asked: asked.filter((path) => !/^\/api\/(auth|site)\//.test(path)),
    links: links.map(({ rel, href }) => `${rel} ${href}`),
    ahead: Object.keys(window.ohmsteadStart.ahead),
  }
}

const overview = ['/api/locations/7', '/api/locations/7/data/latest', '/api/locations/7/data/glance']

test.each(['/locations/7', '/companies/2/locations/7', '/companies/2/location-groups/3/locations/7/'])(
  'the overview at %s has its first answers and its files on their way before the application',
  (path) => {
    const { asked, ahead, links } = startAt(path)
    expect(asked).toEqual(overview)
    // By the very addresses that the application will ask for.
    expect(ahead).toEqual(overview)
    expect(links).toEqual(['modulepreload /assets/o.js', 'preload /assets/o.css'])
  },
)

test('charts ask for the location only', () => {
  expect(startAt('/locations/7/charts')).toMatchObject({
    asked: ['/api/locations/7'],
    links: ['modulepreload /assets/c.js'],
  })
})

const energy = '/api/locations/7/data/energy'
// The day on which summer time ends has an hour more.
const today = `${energy}?from=1792879200000&to=1792969200000&interval=900`

test.each(['/locations/7', '/locations/7/charts'])(
  '%s has the energies of the day at the place on their way, asked for as the page does',
  async (path) => {
    const { everything } = startAt(path)
    await vi.waitFor(() => expect(everything.at(-1)).toBe(today))
  },
)

test('charts of another range ask for theirs themselves', async () => {
  const { everything } = startAt('/locations/7/charts', '?range=yesterday')
  await new Promise((resolve) => setImmediate(resolve))
  expect(everything.some((path) => path.startsWith(energy))).toBe(false)
})

test('the table of a fleet has its first rows on their way, unless the address narrows it', () => {
  const path = '/companies/2/location-groups/3/fleet'
  const rows = '/api/location-groups/3/locations?search=&page=1'
  expect(startAt(path)).toMatchObject({ asked: [rows], ahead: [rows], links: ['modulepreload /assets/f.js'] })
  expect(startAt(path, '?search=mill')).toMatchObject({ asked: [], links: ['modulepreload /assets/f.js'] })
})

test('what does not follow from the storage does not wait for it to be opened', () => {
  expect(startAt('/locations/7').beforeStorage).toEqual(['/api/auth/user', '/api/site/info', ...overview])
})

test('the calculations ask for the metering points', () => {
  expect(startAt('/external/integrations/moj-elektro/calculations').asked).toEqual([
    '/api/abstract-devices-all',
  ])
})

test('the spot market has the prices of the region last chosen on their way, by the day of the market', () => {
  const { asked, links } = startAt('/pricing/spot-market', '', { 'ohmstead.spotRegion': 'DE-LU' })
  // From midnight to the midnight after tomorrow; the day on which summer time ends has an hour more.
  const prices = '/api/pricing/spot-market/prices?region=DE-LU&from=1792879200000&to=1793055600000'
  expect(asked).toEqual(['/api/pricing/spot-market/days?region=DE-LU', prices])
  expect(links).toEqual(['modulepreload /assets/s.js'])
  expect(startAt('/pricing/spot-market').asked).toEqual([])
  expect(startAt('/companies/2/locations/7/spot-market').asked).toEqual(['/api/locations/7'])
})

test.each([
  '/',
  '/locations/7/manage/settings',
  '/locations/x',
  '/settings/global/companies/1/2/locations/7',
])('%s asks for nothing of its own', (path) =>
  expect(startAt(path)).toMatchObject({ asked: [], ahead: [], links: [] }),
)

const hasFirstTexts = (script: string) =>
  script.replace('var hasFirstTexts = false', 'var hasFirstTexts = true')

test.each(['/', '/auth/login', '/locations/7', '/companies/2/locations/7'])(
  '%s asks for the first texts only',
  (path) => {
    const { texts, hasFirstTextsOnly } = startAt(path, '', {}, hasFirstTexts)
    expect({ texts, hasFirstTextsOnly }).toEqual({
      texts: '/api/site/translations/en?selection=first',
      hasFirstTextsOnly: true,
    })
  },
)

test.each(['/locations/7/charts', '/locations/7/manage/settings', '/auth/register', '/pricing/spot-market'])(
  '%s asks for all texts',
  (path) => {
    const { texts, hasFirstTextsOnly } = startAt(path, '', {}, hasFirstTexts)
    expect({ texts, hasFirstTextsOnly }).toEqual({
      texts: '/api/site/translations/en',
      hasFirstTextsOnly: false,
    })
  },
)

test('where nothing was built, all texts come at once', () => {
  expect(startAt('/locations/7')).toMatchObject({
    texts: '/api/site/translations/en',
    hasFirstTextsOnly: false,
  })
})

test('the build names what a page needs beyond what every page has, with what that imports', () => {
  const chunk = (
    fileName: string,
    facadeModuleId: string | null,
    imports: string[],
    styles: string[] = [],
  ) => ({
    fileName,
    type: 'chunk' as const,
    facadeModuleId,
    imports,
    isEntry: fileName === 'assets/index.js',
    viteMetadata: { importedCss: new Set(styles) },
  })
  const files = listPageFiles([
    chunk('assets/index.js', '/src/main.tsx', ['assets/vendor.js'], ['assets/index.css']),
    chunk('assets/vendor.js', null, []),
    chunk('assets/charts.js', '/features/charts/charts-page.tsx', ['assets/vendor.js', 'assets/plot.js']),
    chunk('assets/plot.js', null, ['assets/charts.js'], ['assets/plot.css']),
    chunk('assets/people.js', '/features/people/people-page.tsx', []),
  ])
  expect(files.charts).toEqual(['/assets/charts.js', '/assets/plot.js', '/assets/plot.css'])
  expect(files.overview).toEqual([])
})
