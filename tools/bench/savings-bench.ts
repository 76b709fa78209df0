import { dayAt } from '@ohmstead/domain/time/days'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { housePoint, makeList, makeSpot, makeWorld } from '@ohmstead/pricing/testing/made-world'
import { calculateSavings, type SavingsPeriod } from '@ohmstead/savings/calculate-savings'
import { makeBalance } from '@ohmstead/savings/testing/made-balance'
import { type Figure, median, p95 } from './figure.ts'

// A house with panels and a controlled battery on the spot market with the network fee, levies and VAT: twelve months, each
// with all bills of its eight sets of parts and two runs of the battery over three months.

const runs = 12

export async function measureSavings(): Promise<Figure[]> {
  const balance = makeBalance(localMidnightMs('2025-08-01'), localMidnightMs('2026-10-01'), {
    isControlled: true,
  })
  const toMs = localMidnightMs('2026-10-01')
  const world = makeWorld([makeList(spotTerms)], {
    point: housePoint(),
    spot: { SI: makeSpot(localMidnightMs('2025-07-01'), localMidnightMs('2026-11-01')) },
  })
  const periods = monthsBefore(toMs, 12)
  const values: number[] = []
  for (let round = -2; round < runs; round++) {
    const start = performance.now()
    calculateSavings(world, balance, { periods })
    if (round >= 0) values.push(performance.now() - start)
  }
  const value = p95(values)
  return [
    {
      figure: 'savings of a year by month: bills of all sets of parts, shared out fairly, p95',
      value,
      unit: 'ms',
      limit: '≤ 300',
      peer: `median ${median(values).toFixed(0)} ms`,
      holds: value <= 300,
    },
  ]
}

const spotTerms = {
  hasExportPrice: true,
  sell: { kind: 'fixed' as const, t0: '0.03', t1: null, t2: null },
  network: { kind: 'published' as const },
  taxes: { published: true, rows: [] },
  buy: {
    ...{ kind: 'spot_market' as const, region: 'SI', factor: '1', markup: '0.01', floor: null },
    ...{ hourlyCap: null, monthlyCap: null, substitute: null },
  },
}

function monthsBefore(toMs: number, count: number): SavingsPeriod[] {
  const end = Temporal.PlainDate.from(dayAt(toMs, 'Europe/Ljubljana'))
  const startOf = (back: number) => localMidnightMs(end.subtract({ months: back }).toString())
  return Array.from({ length: count }, (_, place) => {
    const back = count - place
    const fromMs = startOf(back)
    return {
      fromMs,
      toMs: startOf(back - 1),
      sinceMs: startOf(back + 2),
      runFromMs: fromMs - 14 * 86_400_000,
    }
  })
}
