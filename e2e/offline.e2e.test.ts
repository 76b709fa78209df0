import { expect, inject, it } from 'vitest'
import { expectAccessible, useStage } from './kit/browser.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()

it('without a connection the page says so, with the last known state marked as such, and comes back by itself', async () => {
  const page = await stage.open({ url, path: '/auth/login' })
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
