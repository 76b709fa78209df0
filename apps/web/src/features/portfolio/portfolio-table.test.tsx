import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import type { PortfolioRow } from './portfolio-query.ts'
import { PortfolioTable } from './portfolio-table.tsx'

const row: PortfolioRow = {
  ...{ device_id: 7, eimm: '4-0000007', title: 'Hiša Žagar', owner: null },
  ...{ user_group: 0, connection_power_kw: 17, error: null, so_far: null },
  ...{ months: 12, possible_from: null, advice: 'change', reason: null, uncharged_excess: null },
  ...{ current_cost: 400, current_excess: 0, optimised_cost: 280, operator_default_cost: 300 },
  ...{ advised_cost: 280, yearly_saving: 120, saving_low: 100, saving_high: 140, saving_percent: 0.3 },
  ...{ saves_in: 1, current_powers_kw: [5, 5, 5, 5, 5], recommended_powers_kw: [4, 4, 4, 4, 4] },
  ...{ relative_gap: 0, confidence: 'high', missing_intervals: 0, estimated_intervals: 0 },
}

async function show(rows: PortfolioRow[]) {
  const [onSelect, onOpen, onSort] = [vi.fn(), vi.fn(), vi.fn()]
  const { user } = await renderPage(
    <PortfolioTable
      rows={rows}
      order={{ sort: 'yearly_saving', direction: 'desc' }}
      isOutdated={false}
      selected={new Map()}
      {...{ onSelect, onOpen, onSort }}
    />,
  )
  return { user, onSelect, onOpen, onSort }
}

test('the possible saving and the recommended powers are beside the name', async () => {
  await show([row])
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
  expect(heads.slice(0, 3)).toEqual(['Metering point', 'Saving a year', 'Powers now → recommended'])
  const cells = within(screen.getAllByRole('row')[1]!).getAllByRole('cell')
  expect(cells[0]!.textContent).toBe('€120')
  expect(cells[1]!.textContent).toContain('→ 4.0 / 4.0 / 4.0 / 4.0 / 4.0 kW')
})

test('a point with the right powers has nothing to change, and one without the data says from when on', async () => {
  await show([
    { ...row, advice: 'keep', reason: 'cheapest', yearly_saving: 0, recommended_powers_kw: [5, 5, 5, 5, 5] },
    {
      ...row,
      ...{ device_id: 8, advice: null, yearly_saving: null, recommended_powers_kw: null },
      ...{ error: 'not_enough_data', possible_from: '2027-03-01' },
    },
  ])
  const [kept, short] = screen.getAllByRole('row').slice(1)
  expect(within(kept!).getAllByRole('cell')[0]!.textContent).toBe('No change needed.')
  expect(kept!.textContent).not.toContain('→')
  expect(short!.textContent).toContain('Not enough readings for advice.')
  expect(short!.textContent).toContain('from 1 March 2027')
})

test('a point still being imported is so far, with its days, and no other one is', async () => {
  await show([
    { ...row, so_far: { from: '2026-05-02', to: '2026-05-31' } },
    { ...row, device_id: 8, title: 'Other' },
  ])
  const [first, second] = screen.getAllByRole('rowheader')
  expect(first!.textContent).toMatch(/So far, 2\s?–\s?31 May 2026\./)
  expect(second!.textContent).not.toContain('So far')
})

test('the box selects, the name opens and the head sorts', async () => {
  const { user, onSelect, onOpen, onSort } = await show([row])
  await user.click(screen.getByRole('checkbox', { name: 'Select Hiša Žagar' }))
  expect(onSelect).toHaveBeenCalledWith([row], true)
  await user.click(screen.getByRole('button', { name: 'Hiša Žagar' }))
  expect(onOpen).toHaveBeenCalledWith(row)
  await user.click(screen.getByRole('button', { name: 'Saving a year' }))
  expect(onSort).toHaveBeenCalledWith('yearly_saving')
})

test.each([
  ['uncertain', 'The possible saving may be chance.'],
  ['operatorResets', 'The operator will soon set new, cheaper powers.'],
] as const)('powers that are kept because they are "%s" say so', async (reason, note) => {
  await show([{ ...row, advice: 'keep', reason, yearly_saving: 0 }])
  expect(screen.getByRole('rowheader').textContent).toBe(`Hiša Žagar4-0000007${note}`)
})
