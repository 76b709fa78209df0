import { expect, test } from 'vitest'
import { daySearch, historySearch } from './history-link.ts'

test.each([
  ['sun', 'battery_discharge,grid_import,home,hvac,ev,battery_charge,grid_export,soc'],
  ['grid', 'production,battery_discharge,home,hvac,ev,battery_charge,soc'],
  ['battery', 'production,grid_import,home,hvac,ev,grid_export'],
  ['home', 'production,battery_discharge,grid_import,battery_charge,grid_export,soc'],
] as const)('the history of %s shows its own series and hides the others', (node, hide) => {
  expect(historySearch(node)).toEqual({ view: 'power', hide })
})

test('a day is that of the location, which may be another one in UTC', () => {
  expect(daySearch(Date.parse('2026-11-22T00:00:00+01:00'), 'Europe/Ljubljana')).toEqual({
    date: '2026-11-22',
  })
})
