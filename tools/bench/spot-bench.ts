import type { Browser, Page } from 'playwright'
import { launchChromium } from '../../e2e/kit/chromium.ts'
import { startDemoProcess } from '../../e2e/kit/demo-snapshot.ts'
import { signInByCall } from '../../e2e/kit/people.ts'
import { type Figure, median } from './figure.ts'
import { openBenchPage } from './open-bench-page.ts'

// The map of a year of hours, and the page of the spot market in Chromium with an empty cache.

const visits = 9
const mapVisits = 5
const mounts = 5

interface MapTimes {
  firstDrawsMs: number[]
  rectanglesMs: number
}

export async function measureSpotMap(): Promise<Figure[]> {
  const draw = (page: Page) =>
    page.evaluate<MapTimes, number>(
      (count) =>
        (globalThis as unknown as { runMapBench: (m: number) => Promise<MapTimes> }).runMapBench(count),
      mounts,
    )
  const runs: MapTimes[] = []
  for (let visit = 0; visit < mapVisits; visit++)
    runs.push(await openBenchPage('spot-bench-page.tsx', '<div id="root"></div>', draw))
  const firstMs = median(runs.map(({ firstDrawsMs }) => firstDrawsMs[0]!))
  const againMs = median(runs.flatMap(({ firstDrawsMs }) => firstDrawsMs.slice(1)))
  const rectanglesMs = median(runs.map((run) => run.rectanglesMs))
  return [
    {
      figure: 'heat map of a year, 8,784 hours, first draw',
      value: firstMs,
      unit: 'ms',
      limit: '≤ 150',
      peer: `again: median ${againMs.toFixed(1)} ms; the same as rectangles of an SVG: ${rectanglesMs.toFixed(0)} ms`,
      holds: firstMs <= 150,
    },
  ]
}

export async function measureSpotPage(): Promise<Figure[]> {
  const server = await startDemoProcess()
  const browser = await launchChromium()
  try {
    await server.ready
    await visit(browser, server.url) // warm-up of the server and the browser, and the history of the zone
    const drawn: number[] = []
    const emptyPage: number[] = []
    for (let count = 0; count < visits; count++) {
      const times = await visit(browser, server.url)
      drawn.push(times.chartMs)
      emptyPage.push(times.settingsMs)
    }
    const drawnMs = median(drawn)
    return [
      {
        figure: 'spot page, signed in, nothing cached: prices of today drawn',
        value: drawnMs,
        unit: 'ms',
        limit: '≤ 800',
        peer: `slowest ${Math.max(...drawn).toFixed(0)} ms; a page with a form alone: median ${median(emptyPage).toFixed(0)} ms`,
        holds: drawnMs <= 800,
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** From the start of navigation to the first chart on the spot page, and to the first field of the settings. */
async function visit(browser: Browser, url: string): Promise<{ chartMs: number; settingsMs: number }> {
  const chartMs = await openFresh(browser, url, '/pricing/spot-market', 'main canvas')
  const settingsMs = await openFresh(browser, url, '/user/settings', 'main select, main input')
  return { chartMs, settingsMs }
}

async function openFresh(browser: Browser, url: string, path: string, drawn: string): Promise<number> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  try {
    await signInByCall(context, 'advanced', { locale: 'en', theme: null })
    const page = await context.newPage()
    // Two frames after the element is there, its picture is on the screen.
    await page.addInitScript({
      content: `new MutationObserver((_, observer) => {
        if (!document.querySelector(${JSON.stringify(drawn)})) return
        observer.disconnect()
        requestAnimationFrame(() => requestAnimationFrame(() => { window.drawnMs = performance.now() }))
      }).observe(document, { childList: true, subtree: true })`,
    })
    await page.goto(path)
    await page.locator(drawn).first().waitFor({ state: 'attached' })
    await page.evaluate('new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)))')
    return Number(await page.evaluate('window.drawnMs'))
  } finally {
    await context.close()
  }
}
