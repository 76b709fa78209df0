import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { ChoicesTable, type PowerChoiceRow } from './choices-table.tsx'

const row: PowerChoiceRow = {
  name: 'current',
  powersKw: [5, 5, 5, 5, 5],
  agreedEur: 200,
  excessEur: 3,
  totalEur: 203,
  unchargedEur: null,
  isAdvised: false,
}

test('each figure of a choice carries its column’s name, which a phone shows beside it', async () => {
  const rows = [row, { ...row, name: 'optimised' as const, totalEur: 150 }]
  await renderPage(<ChoicesTable rows={rows} fromDay="2026-12-01" />)
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  for (const name of ['Current', 'Cheapest of your own']) {
    const cells = [...screen.getByRole('rowheader', { name }).closest('tr')!.querySelectorAll('td')]
    expect(cells.map((cell) => cell.dataset.label)).toEqual(heads.slice(1))
  }
})
