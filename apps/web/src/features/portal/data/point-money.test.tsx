import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import en from '../../../../../../locales/en.json'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { PointMoney } from './point-money.tsx'

const totals = { net: '200.00', vat: '44.00', feedIn: '30.00', payable: '214.00' }
const quality = { intervals: 2976, measured: 2976, estimated: 0, missing: 0, isProvisional: false }
const known = { currency: 'EUR', totals, exact: totals, quality } as const
const at = { at: '/data?from=2026-02-10&to=2026-04-30', pattern: '/data' }

type Caveats = ('netMetering' | 'sharing')[]

async function open(
  location: { id: number; name: string } | null,
  change: object = {},
  caveats: Caveats = [],
) {
  const api = fakeApi({
    'GET /pricing/abstract-devices/:deviceId/location': () => ({ location }),
    'GET /sharing-groups': () => ({ groups: [] }),
    'GET /locations/:locationId/pricing/bill': () => ({
      bill: {
        ...{ ...known, from: '2026-03-01', to: '2026-04-30', months: [] },
        ...{ exchanges: [], rounding: 'lineToMinorUnit' as const },
        ...change,
      },
      ...{ readings: { official: 2976, controller: 0, none: 0 }, caveats },
    }),
  })
  await renderPage(<PointMoney deviceId={4} />, at)
  await expect.poll(() => api.sentTo('GET /pricing/abstract-devices/:deviceId/location')).toHaveLength(1)
  return api
}

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')

test('the whole months that are chosen cost what the bill of the location has', async () => {
  const api = await open({ id: 7, name: 'Home' })
  const part = await screen.findByRole('region', { name: 'What these months cost' })
  await within(part).findByText('€214.00')
  const figures = within(part)
    .getAllByRole('definition')
    .map(({ textContent }) => plain(textContent))
  expect(figures).toEqual(['€214.00', '€244.00', '€30.00'])
  expect(api.sentTo('GET /locations/:locationId/pricing/bill')).toMatchObject([
    { params: { locationId: '7' }, query: { from: '2026-03-01', to: '2026-04-30' } },
  ])
  expect(within(part).getByRole('link').getAttribute('href')).toBe('/locations/7/money')
})

test('what is unknown is not a sum, and says why', async () => {
  const unknown = { net: null, vat: null, feedIn: null, payable: null }
  const missing = [{ kind: 'noPriceList' as const }]
  const month = { month: '2026-03', from: '2026-03-01', to: '2026-03-31', isPart: false, lines: [], missing }
  const months = [{ ...month, totals: unknown, exact: unknown, quality }]
  await open({ id: 7, name: 'Home' }, { totals: unknown, months })
  const part = await screen.findByRole('region', { name: 'What these months cost' })
  await expect.poll(() => within(part).queryAllByRole('definition')).toHaveLength(3)
  expect(within(part).queryByText(/€/)).toBeNull()
  expect(part.textContent).toContain('price list')
})

test('a bill from which shared energy is missing says so', async () => {
  await open({ id: 7, name: 'Home' }, {}, ['sharing'])
  await screen.findByText(en['location_pricing.sharing.bill'])
})

test('a point without a location that has prices shows nothing', async () => {
  const api = await open(null)
  expect(screen.queryByRole('region')).toBeNull()
  expect(api.sentTo('GET /locations/:locationId/pricing/bill')).toEqual([])
})
