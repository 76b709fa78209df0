import type { PriceAt } from '@ohmstead/pricing/price-component'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { PriceParts } from './price-parts.tsx'

const known = { unit: '/kWh' as const, confidence: null, validFrom: '2026-05-01', validTo: '2026-05-01' }
const price: PriceAt = {
  currency: 'EUR',
  import: {
    components: [
      {
        ...{ ...known, part: 'energy', name: 'spot', rate: '0.08' },
        source: { kind: 'spotMarket', region: 'SI', source: 'energy-charts' },
      },
      {
        ...{ ...known, part: 'levies', name: 'excise', rate: '0.00305' },
        source: { kind: 'priceList', priceListId: 3, version: 1, name: 'Dynamic' },
      },
    ],
    total: '0.08305',
  },
  export: { components: [], total: null },
}

test('a market price names no days, since it holds for its quarter-hour; other rates do', async () => {
  await renderPage(<PriceParts price={price} address={{ locationId: 7 } as never} />)
  const textOf = async (name: RegExp) => (await screen.findByRole('row', { name, hidden: true })).textContent
  expect(await textOf(/0\.08000/)).not.toContain('May 2026')
  expect(await textOf(/0\.00305/)).toContain('1 May 2026')
})
