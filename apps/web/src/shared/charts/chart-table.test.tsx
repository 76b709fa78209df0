import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import type { ChartTable as Table } from './chart-csv.ts'
import { ChartTable } from './chart-table.tsx'

const hour = 3_600_000
const count = 400
const ts = Array.from({ length: count }, (_, place) => Date.UTC(2026, 0, 1) + place * hour)
const table: Table = {
  ts,
  timeZone: 'UTC',
  columns: [{ key: 'grid_import', label: 'From the grid', unit: 'Wh', values: ts.map((_, place) => place) }],
  estimated: [1],
  incomplete: [2],
}
const show = (part: Partial<Table> = {}) => {
  const shown = { ...table, ...part }
  const ends = Array.from(shown.ts, (start) => start + hour)
  return renderPage(<ChartTable table={shown} ends={ends} caption="House, 2026" />)
}
const rows = () => screen.getAllByRole('row').slice(1)

test('in print every row exists, on the screen only visible ones, and the table always states their number', async () => {
  await show()
  expect(rows().length).toBeLessThan(count)
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe(String(count + 1))
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(rows()).toHaveLength(count)
  expect(rows()[1]!.textContent).toContain('Estimated')
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(rows().length).toBeLessThan(count)
})

test('the day is shown if there are several', async () => {
  await show()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(rows()[0]!.firstElementChild!.textContent).toBe('Thu 1 Jan, 00:00–01:00')
  act(() => void window.dispatchEvent(new Event('afterprint')))
})

test('a table of one day only has its hours', async () => {
  await show({ ts: ts.slice(0, 24) })
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(rows()[0]!.firstElementChild!.textContent).toBe('00:00–01:00')
  act(() => void window.dispatchEvent(new Event('afterprint')))
})

test('prices have the decimals that they need', async () => {
  const values = [0.08391, -0.04416, Number.NaN]
  await show({
    ...{ ts: ts.slice(0, 3), estimated: [], incomplete: [] },
    columns: [{ key: 'price', label: 'Price', unit: '€/kWh', values, digits: 5 }],
  })
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(rows().map((row) => row.children[1]!.textContent)).toEqual(['0.08391', '−0.04416', '–'])
  act(() => void window.dispatchEvent(new Event('afterprint')))
})
