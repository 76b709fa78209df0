import type { MonthUnderView } from '@ohmstead/contract/price-lists-preview'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { MonthChange } from './month-change.tsx'

const totals = (payable: string | null) => ({ net: payable, vat: '0', feedIn: '0', payable })
const change: MonthUnderView = {
  ...{ month: '2026-05', isPart: false, isProvisional: false, missing: [] },
  ...{ now: totals('10.10'), nowCurrency: 'EUR', draft: totals('8.90'), draftCurrency: 'EUR' },
}

test.each([
  ['less', {}, 'Difference−€1.20'],
  ['more', { draft: totals('12.30') }, 'Difference+€2.20'],
  ['nothing that is comparable in another currency', { draftCurrency: 'CZK' as const }, null],
  ['nothing that is known', { draft: totals(null) }, null],
])('a month that costs %s says by how much, or nothing', async (_, part, text) => {
  await renderPage(<MonthChange change={{ ...change, ...part }} under="Under this list" />)
  const region = await screen.findByRole('region', { name: 'May 2026' })
  if (text === null) expect(region.textContent).not.toContain('Difference')
  else expect(region.textContent).toContain(text)
})
