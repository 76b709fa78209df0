import type { LocationPricingView } from '@ohmstead/contract/location-pricing-view'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { createLocation } from '../../testing/location.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { LocationPricingPage } from './location-pricing-page.tsx'

type Point = NonNullable<LocationPricingView['point']>

const unplanned: LocationPricingView = {
  ...{ version: 3, time_zone: 'Europe/Ljubljana', plan: null, entries: [], activePriceListId: null },
  ...{ gaps: [], warning: 'noPlan', point: null },
}
const entered = (agreedPowersKw: Point['agreedPowersKw']): Point => ({
  ...{ origin: 'entered', abstractDeviceId: null, pointName: null, userGroup: 0, isHousehold: true },
  ...{ connectionPowerKw: 17, phases: 3, fuseAmpere: 25, tariffsCount: 2, agreedPowersKw },
  ...{ powersSetBy: null, assumedFields: [], readingsFrom: null, readingsTo: null },
  ...{ netMetering: null, entered: null },
})
const setPoint = 'PUT /locations/:locationId/pricing/metering-point'
const show = () =>
  renderPage(<LocationPricingPage />, {
    at: '/locations/7/pricing',
    pattern: '/locations/$locationId/pricing',
    person: createPerson(),
  })

test('agreed powers that fall are not sent; what was entered is shown as soon as it is saved', async () => {
  let pricing = unplanned
  const api = fakeApi({
    'GET /locations/:locationId': () => ({ location: createLocation() }),
    'GET /locations/:locationId/pricing': () => ({ pricing }),
    'GET /abstract-devices-all': () => ({ devices: [] }),
    [setPoint]: () => {
      pricing = { ...unplanned, version: 4, point: entered([3, 3, 4, 4, 5]) }
      return { pricing }
    },
  })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Join a metering point' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: 'Enter it' }))
  for (const [place, power] of ['3', '3', '2', '4', '5'].entries())
    await user.type(dialog.getByLabelText(`Block ${place + 1}`), power)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('A number in kW, not below the block before.')
  expect(api.sentTo(setPoint)).toEqual([])

  await user.clear(dialog.getByLabelText('Block 3'))
  await user.type(dialog.getByLabelText('Block 3'), '4')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('3 kW · 3 kW · 4 kW · 4 kW · 5 kW')
  expect(api.sentTo(setPoint).map(({ body }) => body)).toMatchObject([
    { abstractDeviceId: null, manualPoint: { agreedPowers: [3, 3, 4, 4, 5] }, version: 3 },
  ])
})

test.each<[Point['agreedPowersKw'], string]>([
  [[0, 0, 0, 0, 7], '0 kW · 0 kW · 0 kW · 0 kW · 7 kW'],
  [[3.5, 3.6, 3.7, 3.8, 4], '3.5 kW · 3.6 kW · 3.7 kW · 3.8 kW · 4 kW'],
])('powers of %j kW read "%s"', async (powers, text) => {
  fakeApi({
    'GET /locations/:locationId': () => ({ location: createLocation() }),
    'GET /locations/:locationId/pricing': () => ({ pricing: { ...unplanned, point: entered(powers) } }),
  })
  await show()
  await screen.findByText(text)
})
