import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { parseChartSearch } from '../../shared/charts/chart-search.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ChartToolbar } from './chart-toolbar.tsx'
import { calculatePeriod } from './use-period.ts'

async function show(search: Record<string, unknown> = {}, hasPicture = true) {
  const change = vi.fn()
  const onCsv = vi.fn()
  const onPng = vi.fn()
  const onXlsx = vi.fn()
  const state = parseChartSearch(search)
  const today = '2026-05-04'
  const period = { ...calculatePeriod(state, today, 'Europe/Ljubljana'), today, nowMs: 0 }
  const { user } = await renderPage(
    <ChartToolbar
      state={state}
      change={change}
      period={period}
      views={['energy', 'power']}
      onCsv={onCsv}
      onXlsx={onXlsx}
      onPng={hasPicture ? onPng : null}
    />,
  )
  return { user, change, onCsv, onPng, onXlsx }
}

test('numbers and picture have separate download buttons', async () => {
  const { user, onCsv, onPng } = await show()
  await user.click(screen.getByRole('menuitem', { name: 'CSV' }))
  expect([onCsv.mock.calls.length, onPng.mock.calls.length]).toEqual([1, 0])
  await user.click(screen.getByRole('menuitem', { name: 'Picture (PNG)' }))
  expect([onCsv.mock.calls.length, onPng.mock.calls.length]).toEqual([1, 1])
})

test('the workbook has a button beside them, for a table too', async () => {
  const { user, onXlsx } = await show({ table: true }, false)
  await user.click(screen.getByRole('menuitem', { name: 'Excel (XLSX)' }))
  expect(onXlsx).toHaveBeenCalledOnce()
})

test('a table has no picture to download', async () => {
  await show({ table: true }, false)
  expect(screen.queryByRole('menuitem', { name: 'Picture (PNG)' })).toBeNull()
  expect(screen.getByRole('menuitem', { name: 'CSV' })).toBeTruthy()
})

test('chart and table alternate', async () => {
  const { user, change } = await show()
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(change.mock.calls).toEqual([[{ table: true }]])
})

test('comparison and interval are chosen from lists', async () => {
  const { user, change } = await show({ compare: 'sameWeekday' })
  await user.selectOptions(screen.getByLabelText('Interval'), '3600')
  await user.selectOptions(screen.getByLabelText('Compare with'), 'Day before')
  expect(change.mock.calls).toEqual([[{ interval: 3600 }], [{ compare: 'previous' }]])
})

test('one press compares a day with the same weekday a week before', async () => {
  const { user, change } = await show()
  expect(screen.queryByLabelText('Compare with')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  expect(change.mock.calls).toEqual([[{ compare: 'sameWeekday' }]])
})

test('the same button turns an active comparison off', async () => {
  const { user, change } = await show({ compare: 'sameWeekday' })
  const button = screen.getByRole('button', { name: 'Compare' })
  expect(button.getAttribute('aria-pressed')).toBe('true')
  await user.click(button)
  expect(change.mock.calls).toEqual([[{ compare: 'none' }]])
})

test('a custom day starts from the current comparison', async () => {
  const { user, change } = await show({ compare: 'sameWeekday' })
  await user.selectOptions(screen.getByLabelText('Compare with'), 'From a day of your choice')
  expect(change.mock.calls).toEqual([[{ compare: 'custom', compareFrom: '2026-04-27' }]])
})

test('a week has no weekday option: the previous one has the same days', async () => {
  await show({ range: 'week', compare: 'sameWeekday' })
  const select = screen.getByLabelText('Compare with') as HTMLSelectElement
  expect(select.value).toBe('previous')
  expect([...select.options].map(({ value }) => value)).toEqual(['previous', 'lastYear', 'custom'])
})

test.each([
  ['day', 'Day before'],
  ['week', 'Previous period'],
])('what came before a %s is called "%s"', async (range, name) => {
  await show({ range, compare: 'previous' })
  const [chosen] = within(screen.getByLabelText('Compare with')).getAllByRole('option', { selected: true })
  expect(chosen!.textContent).toBe(name)
})
