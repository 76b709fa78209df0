import type { Page } from 'playwright'
import { describe, expect, inject, it } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, useStage } from './kit/browser.ts'
import type { Person } from './kit/people.ts'
import { waitForReadings } from './kit/wait-for-readings.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()
const address = '/external/integrations/moj-elektro/solar?vt=0.13&mt=0.1'

async function openSolar(person: Person, width = 1440): Promise<Page> {
  const page = await stage.open({ url, path: null, person, width })
  await waitForReadings(page)
  await page.goto(address)
  await page.getByRole('heading', { name: words('solar.variants.heading') }).waitFor({ timeout: 120_000 })
  return page
}

const headline = (page: Page) => page.getByRole('heading', { level: 1 })
const unfold = (page: Page) => page.getByText(words('what_if.assumed')).click()
const row = (page: Page, key: string) => page.getByRole('row', { name: words(`solar.variants.${key}`) })

describe('solar panels at a metering point', () => {
  it('start from the town of the address, name the source of the weather, and follow size, place and battery', async () => {
    const page = await openSolar('basic')
    await page.getByText('Celje, 8 kWp').waitFor()
    await page.getByText(words('solar.weather.modelled')).waitFor()
    await row(page, 'net_metering').waitFor()
    await expectAccessible(page)

    await unfold(page)
    await page.getByLabel(words('solar.field.kWp')).fill('4')
    await expect.poll(() => headline(page).textContent()).toMatch(/^4 kWp of panels would save/)
    await page.getByLabel(words('solar.field.batteryKwh')).fill('6')
    await row(page, 'withForecast').waitFor()
    const asked = page.waitForResponse((response) => response.url().includes('/weather/irradiance'))
    await page.getByLabel(words('solar.field.town')).selectOption('Koper')
    expect((await asked).url()).toContain('lat=45.548')
    await page.getByText('Koper, 4 kWp').waitFor()

    const months = page.getByRole('region', { name: words('solar.months.heading') })
    await months.getByRole('button', { name: words('charts.table.show') }).click()
    await months.getByRole('columnheader', { name: words('solar.months.ownKwh') }).waitFor()
  })

  it('recognise that readings already include panels, and fit on a phone', async () => {
    const page = await openSolar('advanced', 390)
    await page.getByText(words('solar.note.has_production')).waitFor()
    await unfold(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  it('keep the page and offer a retry if the weather is unavailable', async () => {
    const page = await stage.open({ url, path: null, person: 'basic' })
    await waitForReadings(page)
    await page
      .context()
      .route('**/api/weather/irradiance?*', (route) =>
        route.fulfill({ status: 503, json: { error: { code: 'weather_unavailable' } } }),
      )
    await page.goto(address)
    await page.getByText(words('errors.weather_unavailable')).waitFor()
    await page.context().unroute('**/api/weather/irradiance?*')
    await page.getByRole('button', { name: words('common.action.retry') }).click()
    await row(page, 'panels').waitFor()
  })
})
