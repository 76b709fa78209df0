import type { LocationDeviceView } from '@ohmstead/contract/locations'
import type { FoundController } from '@ohmstead/contract/setup'
import { createSerial } from '@ohmstead/domain/fleet/serial'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wipeStored } from '../../lib/local-store.ts'
import { closeLiveHub } from '../../shared/live/browser-live-hub.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createLocation } from '../../testing/location.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { resetSetupGrid } from './wizard-draft.ts'
import { OemDeviceWizardPage, P1WifiWizardPage } from './wizard-pages.tsx'

class SilentStream extends EventTarget {
  close(): void {}
}

beforeEach(() => {
  vi.stubGlobal('EventSource', SilentStream)
  vi.stubGlobal('BroadcastChannel', undefined)
})
afterEach(() => {
  closeLiveHub()
  resetSetupGrid()
})

const serial = createSerial(new Uint8Array(15).fill(7))
const unit = { id: 3, unit_id: serial, kind: 'CONTROLLER' as const, protocol: 'ems', alias: null }
const found: FoundController = {
  ...{ state: 'found', unit_id: serial, is_check_right: true, kind: 'CONTROLLER', protocol: 'ems' },
  ...{ last_seen_at: 0, location: null },
}
const device = (controller_id: number, key: string): LocationDeviceView => ({
  ...{ id: controller_id, key, name: key, category: 'GRID', model: null, device_group_id: null },
  ...{ controller_id, controller_unit_id: serial, metrics: ['power'] },
})
const newcomer = createPerson({ locations: [], permissions: { locations: [] } })
const keeper = createPerson({
  role: 'ROLE_AGGREGATOR',
  roles: ['ROLE_AGGREGATOR'],
  locations: [],
  companies: [{ id: 2, name: 'Sonce' }],
})
const jan = { id: 9, email: 'jan@test.si', first_name: 'Jan', last_name: 'Kos' }

/** What the wizard asks for, with a few answers changed. */
function answer(change: Parameters<typeof fakeApi>[0] = {}) {
  return fakeApi({
    'GET /countries': () => ({ countries: [{ id: 1, code: 'SI', name: 'Slovenia' }] }),
    'GET /pricing/spot-market/regions': () => ({
      entries: [{ code: 'SI', name: 'Slovenia', countries: ['SI'], type: 'BIDDING_ZONE' }] as never,
    }),
    'GET /timezones': () => ({ timezones: [{ name: 'Europe/Ljubljana' }] as never }),
    'GET /pricing/plans': () => ({ ratePlans: [] }),
    'GET /locations/:locationId/pricing/plans': () => ({ ratePlans: [] }),
    'GET /companies': () => ({ companies: [] }),
    'GET /menu/:companyId': () => ({ structure: [], company: null }) as never,
    'GET /setup/companies/:companyId/available-users': () => ({ users: [jan], total: 1 }),
    'POST /setup/controllers/find': () => found,
    'POST /v2/locations/setup': () => ({
      location: { id: 7, name: 'Home', company_id: 2, location_group_id: 20, owner_id: 1 },
      controller: unit,
    }),
    'POST /companies/:companyId/locations/:locationId/controllers/assign': () => ({ controller: unit }),
    'GET /auth/user': () => ({ user: createPerson() }),
    'GET /locations/:locationId': () => ({ location: createLocation({ devices: [device(3, 'grid')] }) }),
    'GET /locations/:locationId/pricing': () => ({ pricing: { plan: null, version: 0 } }) as never,
    'GET /locations/:locationId/data/latest': () =>
      ({
        values: { 'grid/power': { ts: 1, value: 1230 } },
        average_15m: {},
      }) as never,
    ...change,
  })
}

const show = (person = newcomer, at = '/setup/oem-device') =>
  renderPage(<OemDeviceWizardPage />, { at, pattern: '/setup/oem-device', person })
const press = async ({ user }: Awaited<ReturnType<typeof show>>, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const share = () => screen.getByRole('progressbar').getAttribute('aria-valuenow')
const stepButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const name = () => screen.findByLabelText<HTMLInputElement>('Name of the location')
const serialField = () => screen.findByLabelText<HTMLInputElement>('Serial number')

async function toDevice(shown: Awaited<ReturnType<typeof show>>) {
  await expect
    .poll(() => screen.queryByRole<HTMLOptionElement>('option', { name: 'Europe/Ljubljana' }))
    .not.toBeNull()
  await shown.user.type(await name(), 'Home')
  await press(shown, 'Next')
}
async function toOverview(shown: Awaited<ReturnType<typeof show>>) {
  await toDevice(shown)
  await shown.user.type(await serialField(), `${serial.toLowerCase().replaceAll('-', '')}{Enter}`)
  await screen.findByText('Controller was found and can be linked!')
  await press(shown, 'Next')
  await press(shown, 'Next')
  await screen.findByRole('button', { name: 'Finish' })
}

test('each step opens once the ones before are complete, and says how far one is', async () => {
  const api = answer()
  const shown = await show()
  await press(shown, 'Next')
  expect(await screen.findByText('Name of the location is required.')).toBeTruthy()
  expect(share()).toBe('12.5')
  expect(stepButton('Controller or P1 WiFi').disabled).toBe(true)
  await toDevice(shown)
  expect(share()).toBe('37.5')
  await press(shown, 'Next')
  expect(await screen.findByText('Serial number is required.')).toBeTruthy()
  expect(stepButton('Tariffs').disabled).toBe(true)
  await shown.user.type(await serialField(), serial.replaceAll('-', ''))
  expect((await serialField()).value).toBe(serial)
  await press(shown, 'Next')
  await screen.findByText('Controller was found and can be linked!')
  expect(api.sentTo('POST /setup/controllers/find').map(({ body }) => body)).toEqual([{ unitId: serial }])
  await press(shown, 'Next')
  expect(share()).toBe('62.5')
  await press(shown, 'Next')
  expect(share()).toBe('87.5')
  await shown.user.click(stepButton('Location'))
  expect((await name()).value).toBe('Home')
})

test('what is no serial is not asked for, and said', async () => {
  const api = answer()
  const shown = await show()
  await toDevice(shown)
  await shown.user.type(await serialField(), 'ABCD-EFGH')
  await press(shown, 'Next')
  expect(await screen.findByText('Wrong format!')).toBeTruthy()
  expect(api.sentTo('POST /setup/controllers/find')).toEqual([])
})

test.each([
  ['linked_to_you', 'You already linked this controller.'],
  ['linked_to_other', "Cannot link, controller is already linked to someone else's account."],
  [
    'not_found',
    'Serial number not found. Check the entered value and verify that your controller has internet access.',
  ],
] as const)('%s is said, and leads no further', async (state, text) => {
  answer({ 'POST /setup/controllers/find': () => ({ ...found, state, kind: null, last_seen_at: null }) })
  const shown = await show()
  await toDevice(shown)
  await shown.user.type(await serialField(), serial)
  await press(shown, 'Find')
  expect(await screen.findByText(text)).toBeTruthy()
  expect(stepButton('Tariffs').disabled).toBe(true)
})

test('who guesses too often is told how long to wait', async () => {
  answer({
    'POST /setup/controllers/find': () => {
      throw new Refusal('too_many_attempts', 1800)
    },
  })
  const shown = await show()
  await toDevice(shown)
  await shown.user.type(await serialField(), `${serial}{Enter}`)
  expect(await screen.findByText(/30 minutes/)).toBeTruthy()
})

test('a new location is set up with its owner, first readings show, and the wizard begins anew', async () => {
  const api = answer()
  const shown = await show()
  await toOverview(shown)
  await press(shown, 'Finish')
  expect(await screen.findByText('Successfully added location and controller.')).toBeTruthy()
  expect(await screen.findByText(`The location Home is set up, and ${serial} is linked.`)).toBeTruthy()
  expect(await screen.findByText('1.23')).toBeTruthy()
  expect(api.sentTo('POST /v2/locations/setup').map(({ body }) => body)).toEqual([
    {
      location: {
        name: 'Home',
        countryCode: 'SI',
        region: { code: 'SI', type: 'BIDDING_ZONE' },
        timezone: 'Europe/Ljubljana',
      },
      controller: { unitId: serial },
      userId: 1,
    },
  ])
  expect(api.sentTo('GET /auth/user')).toHaveLength(1)
  await press(shown, 'Add another controller')
  expect((await name()).value).toBe('')
  expect(share()).toBe('12.5')
})

test('a failure is said, and what was entered stays', async () => {
  answer({
    'POST /v2/locations/setup': () => {
      throw new Refusal('controller_already_linked')
    },
  })
  const shown = await show()
  await toOverview(shown)
  await press(shown, 'Finish')
  expect(await screen.findByText('Location setup failed. Please try again.')).toBeTruthy()
  expect(
    await screen.findByText(
      "Failed to link controller or P1 WiFi module. Cannot link, controller is already linked to someone else's account.",
    ),
  ).toBeTruthy()
  expect(share()).toBe('87.5')
})

test('coming back finds what was entered, and signing out forgets it', async () => {
  answer()
  const first = await show()
  await toDevice(first)
  await first.user.type(await serialField(), 'ABCD')
  cleanup()
  await show()
  expect((await serialField()).value).toBe('ABCD')
  cleanup()
  wipeStored()
  await show()
  expect((await name()).value).toBe('')
})

test("an existing location begins with its controller, that of a label's address is looked for by itself", async () => {
  const api = answer({
    'GET /locations/:locationId': () => ({
      location: createLocation({ devices: [device(2, 'grid'), device(3, 'meter')] }),
    }),
    'GET /locations/:locationId/data/latest': () =>
      ({
        values: { 'grid/power': { ts: 1, value: 1230 }, 'meter/power': { ts: 1, value: 4560 } },
        average_15m: {},
      }) as never,
  })
  const shown = await show(createPerson(), `/setup/oem-device?location=7&serial=${serial}`)
  await screen.findByText('Controller was found and can be linked!')
  expect(share()).toBe('37.5')
  await press(shown, 'Next')
  await press(shown, 'Next')
  await press(shown, 'Finish')
  expect(await screen.findByText(`${serial} is linked to the location Home.`)).toBeTruthy()
  expect(await screen.findByText('4.56')).toBeTruthy()
  // The readings of another controller are not its own.
  expect(screen.queryByText('1.23')).toBeNull()
  const [assigned] = api.sentTo('POST /companies/:companyId/locations/:locationId/controllers/assign')
  expect(assigned).toMatchObject({
    params: { companyId: '2', locationId: '7' },
    body: { controller: { unitId: serial } },
  })
})

test('people who run a company choose who owns the location', async () => {
  const api = answer()
  const shown = await show(keeper)
  await toOverview(shown)
  await press(shown, 'Finish')
  expect(await screen.findByText('Owner is required.')).toBeTruthy()
  await shown.user.click(await screen.findByRole('radio', { name: /Jan Kos/ }))
  await press(shown, 'Finish')
  await screen.findByText(/is set up/)
  expect(api.sentTo('POST /v2/locations/setup')[0]!.body).toMatchObject({ userId: 9, companyId: 2 })
})

test('a P1 meter is linked as node', async () => {
  const api = answer()
  const shown = await renderPage(<P1WifiWizardPage />, { at: '/setup/p1-wifi', person: newcomer })
  expect(screen.getByRole('heading', { name: 'Add a new P1 meter' })).toBeTruthy()
  await toOverview(shown)
  await press(shown, 'Finish')
  await screen.findByText(/is set up/)
  expect(api.sentTo('POST /v2/locations/setup')[0]!.body).toMatchObject({ node: { unitId: serial } })
})

test('whoever types faster than the time zones arrive waits for them, and is not told that one is missing', async () => {
  let arrive = () => {}
  const zones = new Promise<never>((resolve) => {
    arrive = () => resolve({ timezones: [{ name: 'Europe/Ljubljana' }] } as never)
  })
  answer({ 'GET /timezones': () => zones })
  const shown = await show()
  await shown.user.type(await name(), 'Home{Enter}')
  const next = await screen.findByRole<HTMLButtonElement>('button', { name: 'Next' })
  expect(next.getAttribute('aria-busy')).toBe('true')
  expect(screen.queryByRole('alert')).toBeNull()
  arrive()
  await expect.poll(() => next.disabled).toBe(false)
  await shown.user.click(next)
  expect(await serialField()).toBeTruthy()
})
