import { expect, test } from 'vitest'
import { calculateNetworkFee } from '../calculate-network-fee.ts'
import type { MeteringPoint } from '../metering-point.ts'
import { household, seriesOf } from '../testing/test-series.ts'

const powers = [2000, 2000, 2000, 2000, 2000] as [number, number, number, number, number]

/** The excise duty of November 2024, EUR/kWh, of a factory on medium voltage with an even load. */
function exciseOf(loadKw: number, readUntil: string, changes: Partial<MeteringPoint> = {}): number {
  const { newSystem } = calculateNetworkFee({
    readings: seriesOf('2024-11-01', '2024-12-01', (startMs) =>
      startMs < Date.parse(readUntil) || startMs > Date.parse('2024-11-29T12:00Z') ? loadKw : null,
    ),
    point: household(powers, { userGroup: 2, isHousehold: false, connectionPowerKw: 4000, ...changes }),
    energyPrices: null,
    options: { levies: true },
  })
  const line = newSystem['nov-2024']!.levies!.lines.find(({ category }) => category === 'excise')!
  return line.factors[1]!.value
}

// 10,000 MWh in 8,760 hours are 1,141.55 kW.
test.each([
  ['more than 10,000 MWh a year', 1142, '2024-12-01', {}, 0.0009],
  ['less', 1141, '2024-12-01', {}, 0.00153],
  ['more, in days that say nothing of a year', 1142, '2024-11-08', {}, 0.00153],
  ['more, though told to be small', 1142, '2024-12-01', { isLargeConsumer: false }, 0.00153],
  ['less, though told to be large', 1141, '2024-12-01', { isLargeConsumer: true }, 0.0009],
])('%s: the excise duty of its class applies', (_, loadKw, readUntil, changes, wanted) => {
  expect(exciseOf(loadKw, readUntil, changes)).toBe(wanted)
})
