import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { ChartFileTask } from './chart-file-task.ts'
import { writeChartWorkbook } from './write-chart-workbook.ts'

const quarter = 900_000
/** The clocks go back at 01:00 UTC: 02:45 occurs twice. */
const from = Date.UTC(2026, 9, 25, 0, 45)
const task: ChartFileTask = {
  kind: 'chart',
  title: 'Hiša Novak',
  timeZone: 'Europe/Ljubljana',
  ts: [from, from + quarter, from + 4 * quarter],
  to: from + 5 * quarter,
  columns: [
    { name: 'charts.series.grid_import', unit: 'Wh', values: [1500, null, 250], isSummed: true },
    { name: 'charts.series.soc', unit: '%', values: [50, 51.5, null] },
    { device: 'Battery', name: 'mode', unit: '', values: ['auto', null, 'fast'] },
  ],
  estimated: [2],
  incomplete: [1, 2],
  locale: 'en',
}

async function read(part: Partial<ChartFileTask> = {}) {
  const { sheets } = await readXlsx(await writeChartWorkbook({ ...task, ...part }))
  return sheets[0]!
}

test('each column has a name and a unit, in the language of the reader', async () => {
  expect((await read()).rows[2]).toEqual([
    'Local time',
    'UTC',
    'From the grid [kWh]',
    'State of charge [%]',
    'Battery: mode',
    'Quality',
  ])
  expect((await read({ locale: 'sl' })).rows[2]![1 + 1]).toBe('Iz omrežja [kWh]')
})

test('times are dates, figures numbers, unknown values empty, and quality is in words', async () => {
  const { name, rows } = await read()
  expect(name).toBe('Hiša Novak')
  const local = (text: string) => new Date(`${text}Z`)
  expect(rows.slice(3, 6)).toEqual([
    [local('2026-10-25T02:45'), new Date(from), 1.5, 50, 'auto', null],
    [local('2026-10-25T02:00'), new Date(from + quarter), null, 51.5, null, 'Incomplete'],
    [local('2026-10-25T02:45'), new Date(from + 4 * quarter), 0.25, null, 'fast', 'Estimated'],
  ])
})

test('energies have a sum below them, means do not', async () => {
  const { rows } = await read()
  expect(rows[6]).toEqual(['Sum', null, 1.75, null, null, null])
})

test('a range without buckets is a sheet with only its heads', async () => {
  const { rows } = await read({ ts: [], columns: [] })
  expect(rows).toHaveLength(3)
})

test('powers are written in kW like the energies in kWh', async () => {
  const columns = [{ name: 'charts.series.grid_import', unit: 'W', values: [1500, null, 250] }]
  const { rows } = await read({ columns })
  expect(rows[2]![2]).toBe('From the grid [kW]')
  expect(rows.slice(3, 6).map((row) => row[2])).toEqual([1.5, null, 0.25])
})

test('the sum is a formula over every row of the column', async () => {
  const { sheets } = await readXlsx(await writeChartWorkbook(task))
  const cells = [...(sheets[0]!.cells ?? new Map()).values()]
  expect(cells.map(({ formula }) => formula).filter(Boolean)).toEqual(['SUM(C4:C6)'])
})

test('prices of the market are named in the language of the reader, and nothing is added up', async () => {
  const columns = [{ name: 'spot_market.price', unit: 'EUR/MWh', values: [-5.01, null, 250] }]
  const { rows } = await read({ columns, locale: 'sl' })
  expect(rows[2]![2]).toBe('Cena na spot trgu [EUR/MWh]')
  expect(rows.slice(3).map((row) => row[2])).toEqual([-5.01, null, 250])
})

test('whose prices they are and on which terms stands above the table, in the language of the reader', async () => {
  const columns = [{ name: 'spot_market.price', unit: 'EUR/MWh', values: [1, 2, 3] }]
  const licence = 'CC BY 4.0 from SMARD.de'
  const sources = [
    { source: 'energy-charts' as const, licence, is_free: true },
    { source: 'entsoe' as const, licence: null, is_free: false },
    { source: 'modelled' as const, licence: null, is_free: false },
  ]
  const { rows } = await read({ columns, sources })
  expect(rows.slice(2, 5).map(([cell]) => cell)).toEqual([
    'Source: Energy-Charts (Fraunhofer ISE). CC BY 4.0 from SMARD.de May be shown to anybody.',
    'Source: ENTSO-E Transparency Platform. For use inside this platform only.',
    'Source: a model of this demonstration, not the market.',
  ])
  expect(rows[5]![2]).toBe('Spot price [EUR/MWh]')
  expect(rows.slice(6).map((row) => row[2])).toEqual([1, 2, 3])
  expect((await read({ columns, sources, locale: 'sl' })).rows[2]![0]).toContain(licence)
})
