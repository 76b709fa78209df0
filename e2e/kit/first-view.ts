import { get } from 'node:http'
import type { Browser } from 'playwright'
import { type Person, signInByCall } from './people.ts'

export interface FirstView {
  /** JavaScript and style sheets together, gzipped, in bytes. */
  codeBytes: number
  /** The texts of the language, gzipped, in bytes. */
  textBytes: number
  requests: number
  /** From the start of navigation to the last large change of the page. */
  drawnMs: number
  /** JavaScript's heap after a garbage collection. */
  heapBytes: number
  files: { path: string; bytes: number }[]
}

/** Opens the signed-in location overview with an empty cache, and measures until its live diagram is shown. */
export async function measureFirstView(browser: Browser, url: string, person: Person): Promise<FirstView> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  })
  try {
    await signInByCall(context, person, { locale: 'en', theme: null })
    const { data } = (await (await context.request.get('/api/auth/user')).json()) as {
      data: { user: { permissions: { locations: { id: number }[] } } }
    }
    const path = `/locations/${data.user.permissions.locations[0]!.id}`
    const page = await context.newPage()
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.addInitScript({
      content: `new PerformanceObserver((list) => { window.drawnMs = list.getEntries().at(-1).startTime })
        .observe({ type: 'largest-contentful-paint', buffered: true })`,
    })
    await page.goto(path)
    await page.getByRole('main').locator('figure').first().waitFor()
    await page.getByRole('main').locator('canvas').first().waitFor()
    await page.waitForLoadState('load')
    // Requests of an idle page are not part of the first view, but nothing may hide behind a moment.
    await page.evaluate('new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)))')
    const drawnMs = Number(await page.evaluate('window.drawnMs'))
    const session = await context.newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    const code = [...new Set(requested)].filter((address) => /\.(js|css)(\?|$)/.test(address))
    const files = await Promise.all(
      code.map(async (address) => ({ path: new URL(address).pathname, bytes: await gzippedSize(address) })),
    )
    const texts = requested.filter((address) => address.includes('/site/translations/'))
    return {
      textBytes: sum(await Promise.all(texts.map(gzippedSize))),
      codeBytes: sum(files.map(({ bytes }) => bytes)),
      requests: requested.filter((address) => address.startsWith('http')).length,
      drawnMs,
      heapBytes: usedSize,
      files: files.sort((a, b) => b.bytes - a.bytes),
    }
  } finally {
    await context.close()
  }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** As sent to a browser that only supports gzip, as every proxy does; brotli is smaller still. */
function gzippedSize(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}
