import lighthouse, { desktopConfig } from 'lighthouse'
import type { Browser } from 'playwright'
import { launchChromium } from '../../e2e/kit/chromium.ts'
import { startDemoProcess } from '../../e2e/kit/demo-snapshot.ts'
import { signInByCall } from '../../e2e/kit/people.ts'
import { findFreePort } from '../test-run/free-port.ts'
import { type Figure, median } from './figure.ts'

// Lighthouse's score of pages of the demo, with an empty cache, the median of five visits: as a phone (a slow network and a
// processor four times slower, as it simulates them) and on the desktop.

const visits = 5
const pages = [
  { name: 'sign-in', path: () => '/auth/login', isSignedIn: false },
  { name: 'overview', path: (locationId: number) => `/locations/${locationId}`, isSignedIn: true },
  { name: 'charts', path: (locationId: number) => `/locations/${locationId}/charts`, isSignedIn: true },
  {
    name: 'calculations',
    path: () => '/external/integrations/moj-elektro/calculations',
    isSignedIn: true,
  },
]
const forms = [
  { name: 'phone', config: undefined, least: 90 },
  { name: 'desktop', config: desktopConfig, least: 95 },
]

export async function measureLighthouse(): Promise<Figure[]> {
  const server = await startDemoProcess()
  const port = await findFreePort()
  const browser = await launchChromium([`--remote-debugging-port=${port}`])
  try {
    await server.ready
    const { cookie, locationId } = await signIn(browser, server.url)
    const figures: Figure[] = []
    for (const { name: form, config, least } of forms) {
      for (const { name, path, isSignedIn } of pages) {
        const visitsOf: { score: number; blockedMs: number; largestMs: number }[] = []
        for (let visit = 0; visit < visits; visit++) {
          const result = await lighthouse(
            server.url + path(locationId),
            {
              port,
              logLevel: 'error',
              onlyCategories: ['performance'],
              ...(isSignedIn && { extraHeaders: { Cookie: cookie } }),
            },
            config,
          )
          const { audits, categories } = result!.lhr
          visitsOf.push({
            score: Math.round((categories.performance?.score ?? 0) * 100),
            blockedMs: audits['total-blocking-time']?.numericValue ?? Number.NaN,
            largestMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
          })
        }
        const middle = (key: 'score' | 'blockedMs' | 'largestMs') =>
          median(visitsOf.map((visit) => visit[key]))
        const value = middle('score')
        figures.push({
          figure: `Lighthouse, ${form}: ${name}`,
          value,
          unit: '',
          limit: `≥ ${least}`,
          peer: `main thread blocked ${Math.round(middle('blockedMs'))} ms, largest paint ${(middle('largestMs') / 1000).toFixed(1)} s`,
          holds: value >= least,
        })
      }
    }
    return figures
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function signIn(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB' })
  await signInByCall(context, 'advanced', { locale: 'en', theme: null })
  const cookies = await context.cookies()
  const { data } = (await (await context.request.get('/api/auth/user')).json()) as {
    data: { user: { permissions: { locations: { id: number }[] } } }
  }
  return {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    locationId: data.user.permissions.locations[0]!.id,
  }
}
