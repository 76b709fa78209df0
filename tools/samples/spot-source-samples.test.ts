import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  energyChartsAnswer,
  entsoeDocument,
  entsoeNoData,
  entsoeSeries,
} from '../../apps/server/src/testing/spot-answers.ts'
import { checkSpotSourceSamples } from './spot-source-samples.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'spot-'))
  mkdirSync(join(directory, 'spot'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const write = (name: string, text: string) => writeFileSync(join(directory, 'spot', name), text)
const days = { fromDay: '2025-09-30', toDay: '2025-10-01', price: (atMs: number) => (atMs / 3_600_000) % 50 }
const flat = { ...days, price: (atMs: number) => Math.floor(atMs / 7_200_000) % 50 }

test('every price of an answer is found where it was, over changes of the unit, gaps and second auctions', async () => {
  write('energycharts_SI.json', energyChartsAnswer(days))
  write('entsoe_ES.xml', entsoeDocument(entsoeSeries(flat)))
  const second = entsoeSeries({ ...days, price: () => -1 }, { sequence: 2 })
  write('entsoe_DE-LU.xml', entsoeDocument(second + entsoeSeries(flat)))
  write('none.xml', entsoeNoData())
  expect(await checkSpotSourceSamples(directory)).toEqual({
    files: 4,
    problems: [],
    notes: [
      'energycharts_SI.json: 2 days from 2025-09-30, 60 min and 15 min, 0 to 49.75 EUR/MWh, 0 quarter-hours missing',
      'entsoe_DE-LU.xml: 2 days from 2025-09-30, 60 min and 15 min, 0 to 49 EUR/MWh, 0 quarter-hours missing',
      'entsoe_ES.xml: 2 days from 2025-09-30, 60 min and 15 min, 0 to 49 EUR/MWh, 0 quarter-hours missing',
      'none.xml: no prices',
    ],
  })
})

test('what cannot be read is a problem of its file', async () => {
  write('half.xml', entsoeDocument(entsoeSeries(flat)).slice(0, 1500))
  write('other.json', '{"unix_seconds":[1],"price":["x"]}')
  expect((await checkSpotSourceSamples(directory)).problems).toHaveLength(2)
})
