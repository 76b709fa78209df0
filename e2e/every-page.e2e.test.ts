import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadable,
  showTheme,
  useStage,
} from './kit/browser.ts'
import { findShownRoute, followLink, listRoutes } from './kit/found-routes.ts'
import { type Person, read } from './kit/people.ts'
import { findCompanies } from './kit/places.ts'
import { raiseAlarm } from './kit/raise-alarm.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage({ until: 'the file has ended' })

interface Visit {
  /** As in the router. */
  route: string
  person?: Person
  /** If it differs from the route with its ids filled in. */
  address?: string
  /** Content to wait for beyond the busy marks. */
  shows?: string
}

const authPages = (...names: string[]): Visit[] => names.map((name) => ({ route: `/auth/${name}` }))
const by = (person: Person, ...routes: string[]): Visit[] => routes.map((route) => ({ route, person }))
const portal = '/external/integrations/moj-elektro'
const company = '/settings/global/companies/$companyId'
const connected = ['', '/mapping', '/devices/$controllerDeviceId'].map(
  (name) => `oem-devices/$oemDeviceId${name}`,
)
const prices = 'vt=0.12&mt=0.09'

/** Every page, as somebody who may see it. */
const pages: Visit[] = [
  ...authPages('login', 'register', 'verify-email', 'awaiting-email-verification', 'forgotten-password'),
  { route: '/auth/reset-password', address: '/auth/reset-password#token=none' },
  ...authPages('first-admin', 'token-validation', 'privacy-policy', 'support'),
  ...by('user', '/user/settings', '/user/info', '/user/profile/privacy', '/user/change-password'),
  ...by('user', '/user/notifications'),
  ...by('user', '/user/two-factor', '/user/passkeys', '/user/providers', '/user/sessions'),
  ...by('basic', '/setup', '/setup/pricing', '/setup/devices', '/setup/oem-device', '/setup/p1-wifi'),
  ...by('basic', '/setup/foreign'),
  ...by('advanced', '/locations/$locationId', '/locations/$locationId/charts'),
  {
    route: '/locations/$locationId/alarms/$alarmId',
    person: 'admin',
    address: '/locations/$alarmed/alarms/$alarmId',
  },
  ...by('advanced', '/locations/$locationId/spot-market', '/pricing/spot-market'),
  ...by('advanced', '/locations/$locationId/pricing', '/locations/$locationId/pricing/price-lists'),
  ...by(
    'advanced',
    '/locations/$locationId/pricing/price-lists/create',
    '/locations/$locationId/pricing/plans',
  ),
  ...by('advanced', '/locations/$locationId/pricing/plans/create'),
  ...by('advanced', '/locations/$locationId/pricing/price-lists/$priceListId'),
  ...by('advanced', '/locations/$locationId/pricing/plans/$planId'),
  ...by('advanced', '/pricing/price-lists', '/pricing/price-lists/create', '/pricing/plans'),
  ...by('advanced', '/pricing/price-lists/$priceListId', '/pricing/plans/$planId', '/pricing/plans/create'),
  ...by('advanced', '/pricing/offers', '/pricing/network-tariffs'),
  ...by('advanced', '/locations/$locationId/money', '/locations/$locationId/money/offers'),
  ...by('advanced', '/locations/$locationId/money/invoice', '/locations/$locationId/money/savings'),
  ...by('advanced', '/sharing', '/sharing/create', '/sharing/$sharingGroupId'),
  {
    route: '/sharing/invitations/$token',
    person: 'advanced',
    // Of no mail: the page says so.
    address: '/sharing/invitations/a-token-that-no-mail-has',
  },
  ...by('advanced', '/locations/$locationId/device-groups/$deviceGroupId'),
  ...by('advanced', '/locations/$locationId/device-groups/$deviceGroupId/devices/$did'),
  ...by('advanced', '/locations/$locationId/manage/settings', '/locations/$locationId/manage/users'),
  ...by('advanced', '/locations/$locationId/manage/structure', '/locations/$locationId/manage/alarm-rules'),
  ...by('advanced', '/locations/$locationId/manage/webhooks'),
  ...by('advanced', '/locations/$locationId/manage/oem-devices', '/locations/$locationId/manage/audit-log'),
  ...connected.map((name): Visit => ({ route: `/locations/$locationId/manage/${name}`, person: 'advanced' })),
  ...by('advanced', '/external/integrations', `${portal}/data`, `${portal}/management`),
  ...by('advanced', `${portal}/management/portfolio`),
  ...['calculations', 'offers', 'battery', 'solar'].map((name): Visit => {
    const route = `${portal}/${name}`
    return { route, person: 'advanced', address: `${route}?${prices}`, shows: 'main table' }
  }),
  {
    route: `${portal}/comparison-charts`,
    person: 'advanced',
    address: `${portal}/comparison-charts?${prices}`,
    shows: 'main figure',
  },
  ...by('admin', '/overview', '/companies/$companyId/location-groups/$locationGroupId/charts'),
  ...by('admin', '/companies/$companyId/location-groups/$locationGroupId/fleet'),
  ...by('admin', '/settings/global', '/settings/global/users', '/settings/global/audit-log'),
  ...by(
    'admin',
    '/settings/global/site',
    '/settings/global/outbox',
    '/settings/global/first-steps',
    '/settings/global/operation',
  ),
  ...by('admin', '/admin/search/users', '/admin/search/locations', '/admin/search/oem-devices'),
  ...by('aggregator', '/admin/search/devices'),
  ...by('admin', '/time-of-use', '/time-of-use/$timePlanId', '/settings/global/software'),
  // Of no roll-out: the page says so.
  {
    route: '/settings/global/software/$rollOutId',
    person: 'admin',
    address: '/settings/global/software/999999',
  },
  { route: `${company}/overview`, person: 'aggregator', address: company },
  ...by('aggregator', `${company}/locations`, `${company}/webhooks`),
  ...by('aggregator', `${company}/location-groups/$locationGroupId/alarm-rules`),
  ...by('aggregator', `${company}/location-groups`, `${company}/oem-devices`, `${company}/users`),
  ...by('aggregator', `${company}/oem-devices/$oemDeviceId`, `${company}/controller-stock`),
  ...by('aggregator', '/companies/$companyId/integrated-devices'),
  ...[
    ...['settings', 'users', 'structure', 'oem-devices', 'alarm-rules', 'webhooks', 'audit-log'],
    ...connected,
  ].flatMap((name) => by('aggregator', `${company}/$locationGroupId/locations/$locationId/${name}`)),
]

/** The same pages with different content. */
const otherwise: [name: string, visit: Visit][] = [
  ['not found', { route: 'none', person: 'basic', address: '/no/such/page' }],
  [
    'a location without controller',
    { ...at('/locations/$locationId', 'admin'), address: '/locations/$empty' },
  ],
  ['a table', at('/locations/$locationId/charts', 'advanced', '?range=yesterday&table=true')],
  ['the latest', at('/locations/$locationId/charts', 'advanced', '?range=latest')],
  ['a map', at('/companies/$companyId/location-groups/$locationGroupId/fleet', 'admin', '?layout=map')],
  ['no metering point', at(`${portal}/data`, 'admin')],
  ['a group that its organiser runs', at('/sharing', 'aggregator')],
]

function at(route: string, person: Person, search = ''): Visit {
  return { route, person, address: `${route}${search}` }
}

let ids: Record<string, number>

/** The ids in the routes above. */
beforeAll(async () => {
  const admin = (await stage.open({ url, path: null, person: 'admin' })).context()
  const aggregator = (await stage.open({ url, path: null, person: 'aggregator' })).context()
  const [own] = await findCompanies(aggregator)
  const advanced = (await stage.open({ url, path: null, person: 'advanced' })).context()
  const { user } = await read<{ user: { locations: { id: number }[] } }>(advanced, '/auth/user')
  const locationId = user.locations[0]!.id
  const { location } = await read<{
    location: { location_group_id: number; devices: { id: number; device_group_id: number | null }[] }
  }>(advanced, `/locations/${locationId}`)
  const device = location.devices.find(({ device_group_id }) => device_group_id !== null)!
  const { devices } = await read<{ devices: { id: number; controller_id: number }[] }>(
    advanced,
    `/locations/${locationId}/devices`,
  )
  const declared = devices.find(({ id }) => id === device.id)!
  const other = (await findCompanies(admin)).find(({ id }) => id !== own!.id)!
  const make = async (name: string) => {
    const place = { companyId: other.id, locationGroupId: other.rootGroup.id, timezone: 'Europe/Ljubljana' }
    const data = { ...place, name, countryCode: 'SI', region: { code: 'SI', type: 'BIDDING_ZONE' } }
    const made = await admin.request.post('/api/locations', { data: { data } })
    return ((await made.json()) as { data: { location: { id: number } } }).data.location.id
  }
  const alarmed = await make('Brez omrežja')
  const lists = await read<{ priceLists: { id: number }[] }>(advanced, '/pricing/price-lists')
  const plans = await read<{ ratePlans: { id: number }[] }>(advanced, '/pricing/plans')
  const { timePlans } = await read<{ timePlans: { id: number }[] }>(admin, '/timeplans')
  const { groups } = await read<{ groups: { id: number }[] }>(advanced, '/sharing-groups')
  ids = {
    sharingGroupId: groups[0]!.id,
    timePlanId: timePlans[0]!.id,
    priceListId: lists.priceLists[0]!.id,
    planId: plans.ratePlans[0]!.id,
    companyId: own!.id,
    // The group of the location: below another one it would not be found.
    locationGroupId: location.location_group_id,
    locationId,
    deviceGroupId: device.device_group_id!,
    did: device.id,
    oemDeviceId: declared.controller_id,
    controllerDeviceId: declared.id,
    empty: await make('Še brez krmilnika'),
    alarmed,
    alarmId: await raiseAlarm(admin, alarmed),
  }
})

// Each size as a page opens and as the window becomes it, and the width in each language. What axe reads does not depend
// on how a page was reached, and axe is two to three times as fast in a document where it has run before.
const looks = [
  { locale: 'en', reached: 'by its address', theme: 'default', size: 'desk', other: 'hand' },
  { locale: 'sl', reached: 'from another', theme: 'white', size: 'hand', other: 'desk' },
] as const
const sizes = { desk: { width: 1440, height: 900 }, hand: { width: 390, height: 844 } }

describe.each(looks)('in $locale, reached $reached, on a $size', (look) => {
  const { locale, reached, theme, size, other } = look
  // One browser per person, who goes from page to page.
  const open = new Map<Person | undefined, ReturnType<typeof stage.open>>()
  const tabOf = (person: Person | undefined) => {
    const known = open.get(person)
    if (known) return known
    const tab = stage.open({ url, path: null, person, locale, theme, ...sizes[size] })
    open.set(person, tab)
    return tab
  }
  afterAll(async () => {
    for (const tab of open.values()) await (await tab).context().close()
  })

  const named = pages.map((visit): [string, Visit] => [visit.route, visit])
  it.each([...named, ...otherwise])('%s is titled, accessible and fits', async (_name, visit) => {
    const { route, person, address = route, shows } = visit
    const page = await tabOf(person)
    await page.setViewportSize(sizes[size])
    const path = address.replace(/\$(\w+)/g, (_, name: string) => String(ids[name]))
    if (reached === 'by its address' || page.url() === 'about:blank') {
      await page.goto(path)
      await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(theme)
    } else {
      await showTheme(page, theme)
      await followLink(page, path)
    }
    await expect.poll(async () => (await findShownRoute(page)).route).toBe(route)
    await page.getByRole('main').waitFor()
    if (shows) await page.locator(shows).first().waitFor()
    await waitUntilLoaded(page)
    const { title } = await findShownRoute(page)
    await expect.poll(() => page.title()).toBe(`${words(title, locale)} – Ohmstead`)
    if (reached === 'from another') await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize(sizes[other])
    await expectNoSidewaysScroll(page)
    if (reached === 'from another') {
      await waitUntilLoaded(page)
      await expectReadable(page)
      await showTheme(page, 'default')
      await expectAccessible(page)
    }
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([])
  })
})

/** Nothing is marked busy any more. */
function waitUntilLoaded(page: Page): Promise<void> {
  return page
    .locator('[aria-busy=true], [aria-hidden=true][class*=skeleton]')
    .first()
    .waitFor({ state: 'detached' })
}

it('no page is left out', async () => {
  const page = await stage.open({ url, path: '/auth/login' })
  const visited = new Set(pages.map(({ route }) => route))
  // The three route sets of a location show the same pages.
  const sets = /^\/companies\/\$companyId(\/location-groups\/\$locationGroupId)?(?=\/locations\/)/
  const routes = new Set((await listRoutes(page)).map((route) => route.replace(sets, '')))
  expect(routes.size).toBeGreaterThan(40)
  expect([...routes].filter((route) => !visited.has(route))).toEqual([])
})
