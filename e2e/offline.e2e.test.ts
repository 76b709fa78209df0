import type { Page } from 'playwright'
import { expect, inject, it } from 'vitest'
import { expectAccessible, useStage } from './kit/browser.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()

/** The overview has a canvas, too; totals stand above the charts only. */
async function openCharts(page: Page): Promise<void> {
  await page.getByRole('link', { name: words('navigation.bottom.charts'), exact: true }).click()
  await page.getByRole('region', { name: words('charts.totals.label') }).waitFor()
  await page.getByRole('main').locator('canvas').first().waitFor()
}

it('without a connection the page says so, marks the last known state as such, and recovers by itself', async () => {
  const page = await stage.open({ url, path: '/auth/login', keepsFiles: true })
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  const known = {
    at: Date.now() - 3 * 3_600_000,
    place: 'Hiša Novak',
    platformName: 'Ohmstead',
    locale: 'en',
    values: [['Use', '305 W']],
    colours: {},
    texts: {
      title: words('offline.title'),
      text: words('offline.text'),
      retry: words('common.action.retry'),
      age: 'Last known state, not live: {age}',
    },
  }
  await page.evaluate(`localStorage.setItem('ohmstead.lastKnown', ${JSON.stringify(JSON.stringify(known))})`)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: words('offline.title'), level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'Hiša Novak' }).waitFor()
  await page.getByText('Last known state, not live: 3 hours ago').waitFor()
  await page.getByText('305 W').waitFor()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: words('auth.login.heading'), level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/auth/login')
})

it('without a connection live ends within two seconds, main pages open from the cache, and all of it recovers', async () => {
  const page = await stage.open({ url, person: 'advanced', keepsFiles: true, reducedMotion: false })
  const live = page.getByText(words('location_overview.flow.now'), { exact: true })
  await live.waitFor()
  const moving = () =>
    page.evaluate(`document.querySelectorAll('main figure path[stroke-dasharray^="0.01"]').length`)
  await expect.poll(moving).toBeGreaterThan(0)
  // Today's charts, before the connection is lost.
  await openCharts(page)
  await page.getByRole('link', { name: words('navigation.bottom.overview'), exact: true }).click()
  await live.waitFor()
  const missing = `(async () => {
    const wanted = JSON.parse(/mainFiles = (\\[.*?\\])/.exec(await (await fetch('/service-worker.js')).text())[1])
    const cache = await caches.open('files')
    const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname)
    return wanted.length === 0 ? ['all'] : wanted.filter((path) => !kept.includes(path))
  })()`
  await expect.poll(() => page.evaluate(missing), { timeout: 40_000 }).toEqual([])

  await page.context().setOffline(true)
  await live.waitFor({ state: 'detached', timeout: 2000 })
  expect(await moving()).toBe(0)
  const notice = page.getByText(words('shell.offline.known').split('{age}')[0]!)
  await notice.waitFor()

  await openCharts(page)
  await notice.waitFor()
  await page.getByRole('button', { name: /alarm/i }).first().click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: words('navigation.footer.integrations') }).click()
  await page.getByRole('link', { name: 'Moj Elektro' }).click()
  // Page and sidebar ask for the same: whichever comes later has it asked for once more.
  const missed = page.getByRole('heading', { name: words('states.offline.title') })
  await expect.poll(() => missed.count()).toBe(2)
  await expectAccessible(page)

  await page.context().setOffline(false)
  await notice.waitFor({ state: 'detached' })
  await expect.poll(() => missed.count()).toBe(0)

  // Opened again without a connection, too.
  await page.goto('/')
  await live.waitFor()
  await openCharts(page)
  const written = `(async () => {
    const known = await (await caches.match('/last-seen.json'))?.json()
    return (known?.answers ?? []).some(([[name]]) => name === 'energy')
  })()`
  await expect.poll(() => page.evaluate(written), { timeout: 60_000 }).toBe(true)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('main').locator('canvas').first().waitFor()
  await notice.waitFor()
  await page.getByRole('link', { name: words('navigation.bottom.overview'), exact: true }).click()
  await page.getByRole('main').locator('figure').first().waitFor()
  expect(await live.count()).toBe(0)
  await page.context().setOffline(false)
  await live.waitFor()
  await notice.waitFor({ state: 'detached' })
})

it('signing out removes all personal data from the offline cache', async () => {
  const page = await stage.open({ url, person: 'advanced', keepsFiles: true })
  await page.getByText(words('location_overview.flow.now'), { exact: true }).waitFor()
  await page.evaluate(
    `fetch('/api/auth/logout', { method: 'POST', headers: { 'x-requested-with': 'ohmstead' } })`,
  )
  await page.reload()
  await page.getByRole('heading', { name: words('auth.login.heading'), level: 1 }).waitFor()
  const left: string[] = await page.evaluate(`(async () => {
    const found = Object.values({ ...localStorage })
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname)
    return found
  })()`)
  expect(left.filter((text) => text.includes('/api/') || text.includes('Novak'))).toEqual([])
})
