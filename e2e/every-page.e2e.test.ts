import { describe, expect, inject, it } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, useStage } from './kit/browser.ts'
import { type Person, read } from './kit/people.ts'
import { findCompanies, findLocations } from './kit/places.ts'

const { url } = inject('demo')
const stage = useStage()

/** Every page, as somebody who may see it. `…` stands for the first location of that person. */
const pages: [name: string, person: Person | undefined, path: string][] = [
  ['sign-in', undefined, '/auth/login'],
  ['not found', 'basic', '/no/such/page'],
  ['companies', 'admin', '/overview'],
  ['group charts', 'admin', '/companies/C/location-groups/G/charts'],
  ['setup', 'basic', '/setup'],
  ['location overview', 'advanced', '/locations/L'],
  ['location without controller', 'admin', '/locations/E'],
  ['location charts', 'advanced', '/locations/L/charts'],
  ['location charts as table', 'advanced', '/locations/L/charts?range=yesterday&table=true'],
  ['latest', 'advanced', '/locations/L/charts?range=latest'],
  ['device group', 'advanced', '/locations/L/device-groups/D'],
  ['device', 'advanced', '/locations/L/device-groups/D/devices/V'],
  ['integrations', 'advanced', '/external/integrations'],
  ['portal data', 'advanced', '/external/integrations/moj-elektro/data'],
  ['portal management', 'advanced', '/external/integrations/moj-elektro/management'],
  ['portal without a metering point', 'admin', '/external/integrations/moj-elektro/data'],
  ['controllers', 'advanced', '/locations/L/manage/oem-devices'],
  ['user settings', 'basic', '/user/settings'],
  ['global settings', 'admin', '/settings/global'],
  ['a company’s settings', 'admin', '/settings/global/companies/C'],
]

let known: Promise<Record<string, number>> | undefined

/** The ids that the addresses above stand for, looked up once. */
async function lookUp(): Promise<Record<string, number>> {
  const admin = (await stage.open({ url, person: 'admin', path: '/overview' })).context()
  const companies = await findCompanies(admin)
  const company = companies[0]
  const other = companies.at(-1)!
  const advanced = (await stage.open({ url, person: 'advanced' })).context()
  const own = await read<{ user: { locations: { id: number }[] } }>(advanced, '/auth/user')
  const locationId = own.user.locations[0]?.id ?? (await findLocations(advanced))[0]!.id
  const { location } = await read<{
    location: { devices: { id: number; device_group_id: number | null }[] }
  }>(advanced, `/locations/${locationId}`)
  const device = location.devices.find(({ device_group_id }) => device_group_id !== null)!
  const made = await admin.request.post('/api/locations', {
    data: {
      data: {
        companyId: other.id,
        locationGroupId: other.rootGroup.id,
        name: 'Še brez krmilnika',
        countryCode: 'SI',
        region: { code: 'SI', type: 'BIDDING_ZONE' },
        timezone: 'Europe/Ljubljana',
      },
    },
  })
  const empty = ((await made.json()) as { data: { location: { id: number } } }).data.location.id
  return {
    C: company!.id,
    G: company!.rootGroup.id,
    L: locationId,
    D: device.device_group_id!,
    V: device.id,
    E: empty,
  }
}

const themes = ['default', 'white'] as const
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

// A browser of its own is dear, so one visits the page in each theme and size, each time loading it.
describe.each(['en', 'sl'] as const)('in %s, in both themes, on a desk and in a hand', (locale) => {
  it.each(pages)('%s is accessible and fits', async (_name, person, path) => {
    known ??= lookUp()
    const ids = await known
    const address = path.replace(/\/([A-Z])(?=\/|$|\?)/g, (_, key: string) => `/${ids[key]}`)
    const page = await stage.open({ url, path: 'about:blank', person, locale })
    for (const theme of themes) {
      await stage.wear(page, { person, locale, theme })
      for (const size of sizes) {
        await page.setViewportSize(size)
        await page.goto(address)
        await page.getByRole('main').waitFor()
        // Loaded: nothing says any more that it is busy.
        await page
          .locator('[aria-busy=true], [aria-hidden=true][class*=skeleton]')
          .first()
          .waitFor({ state: 'detached' })
        expect(await page.locator('html').getAttribute('data-theme')).toBe(theme)
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
        await expect.poll(() => page.title()).not.toBe('')
        expect(await page.getByRole('alert').allInnerTexts()).toEqual([])
      }
    }
  })
})
