import { describe, expect, test } from 'vitest'
import type { BatteryProblem } from './battery-problem.ts'
import { totalCost } from './battery-run.ts'
import { controlWithForecast } from './control-with-forecast.ts'
import { addStepBack } from './level-worth.ts'
import { scheduleBattery } from './schedule-battery.ts'
import { followSelfConsumption } from './self-consumption-rule.ts'
import type { StepOffers } from './step-offers.ts'
import { randomOf, randomProblem } from './testing/battery-cases.ts'

const days = 60
const hours = days * 24

/** A house with panels: the sun differs from day to day, the load from hour to hour. */
function house(priceOf: (hour: number) => number, peakKw = 5): BatteryProblem {
  const random = randomOf(7)
  const sunOfDay = Array.from({ length: days }, () => 0.2 + 0.8 * random())
  const importEurPerKwh = Float64Array.from({ length: hours }, (_, hour) => priceOf(hour % 24))
  return {
    stepHours: 1,
    netLoadKwh: Float64Array.from({ length: hours }, (_, hour) => {
      const sun = Math.max(Math.sin((((hour % 24) - 6) / 12) * Math.PI), 0) * sunOfDay[Math.floor(hour / 24)]!
      return 0.3 + 0.8 * random() - peakKw * sun
    }),
    importEurPerKwh,
    exportEurPerKwh: importEurPerKwh.map((price) => 0.3 * price),
    battery: {
      capacityKwh: 8,
      chargeKw: 4,
      dischargeKw: 4,
      chargeEfficiency: 0.95,
      dischargeEfficiency: 0.95,
      lossPerHour: 0,
      wearEurPerKwh: 0,
    },
    initialKwh: 0,
    finalValueEurPerKwh: 0,
    minimumFinalKwh: 0,
  }
}

describe('control with a forecast', () => {
  test.each([
    ['one price', () => 0.25, 0.95],
    ['two tariffs', (hour: number) => (hour >= 6 && hour < 22 ? 0.25 : 0.15), 0.9],
    ['a dear evening', (hour: number) => 0.15 + (hour >= 17 && hour < 21 ? 0.25 : 0), 0.9],
  ])('reaches most of what is possible with %s', (_, priceOf, share) => {
    const problem = house(priceOf)
    const none = scheduleBattery({ ...problem, battery: { ...problem.battery, capacityKwh: 0 } }).costEur
    const least = scheduleBattery(problem).costEur
    const cost = totalCost(controlWithForecast(problem), problem)
    expect(none - cost).toBeGreaterThan(share * (none - least))
    expect(cost).toBeGreaterThanOrEqual(least - 1e-9)
  })

  test('charges at night for an expensive evening, which the simple rule never does', () => {
    const problem = house((hour) => (hour >= 17 && hour < 21 ? 0.5 : 0.1), 0)
    const rule = totalCost(followSelfConsumption(problem), problem)
    expect(totalCost(controlWithForecast(problem), problem)).toBeLessThan(0.8 * rule)
  })

  test('does not know future loads', () => {
    const problem = house(() => 0.25)
    const changed = {
      ...problem,
      netLoadKwh: problem.netLoadKwh.map((kwh, hour) => (hour < 500 ? kwh : -kwh)),
    }
    const [one, other] = [controlWithForecast(problem), controlWithForecast(changed)]
    expect([...one.storedKwh.slice(0, 500)]).toEqual([...other.storedKwh.slice(0, 500)])
    expect([...one.storedKwh.slice(500)]).not.toEqual([...other.storedKwh.slice(500)])
  })

  test('knows prices no further than given', () => {
    const problem = house((hour) => 0.1 + 0.01 * hour)
    const changed = {
      ...problem,
      importEurPerKwh: problem.importEurPerKwh.map((price, hour) => (hour < 600 ? price : 3 * price)),
    }
    const options = { knownPriceHours: 12, replanHours: 12 }
    const [one, other] = [controlWithForecast(problem, options), controlWithForecast(changed, options)]
    // The plan of hour 588 sees prices up to hour 600.
    expect([...one.storedKwh.slice(0, 588)]).toEqual([...other.storedKwh.slice(0, 588)])
  })

  test('decides at quarter-hours by hourly plans', () => {
    const base = house(() => 0.25)
    const quarter = (values: Float64Array, share: number) =>
      Float64Array.from({ length: 4 * values.length }, (_, step) => values[step >> 2]! * share)
    const problem = {
      ...base,
      stepHours: 0.25,
      netLoadKwh: quarter(base.netLoadKwh, 0.25),
      importEurPerKwh: quarter(base.importEurPerKwh, 1),
      exportEurPerKwh: quarter(base.exportEurPerKwh, 1),
    }
    const cost = totalCost(controlWithForecast(problem), problem)
    expect(cost).toBeCloseTo(totalCost(controlWithForecast(base), base), 0)
  })

  test('works with prices below zero and without a battery', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const problem = randomProblem(seed, 72, true)
      const run = controlWithForecast(problem)
      expect(run.storedKwh.every((kwh) => kwh >= 0 && kwh <= problem.battery.capacityKwh)).toBe(true)
      expect(totalCost(run, problem)).toBeGreaterThanOrEqual(scheduleBattery(problem).lowerBoundEur - 1e-9)
    }
  })
})

test('a step back on slices is a merge in order of worth', () => {
  const random = randomOf(5)
  for (let round = 0; round < 2000; round++) {
    const slices = 1 + Math.floor(random() * 20)
    const worth = Float64Array.from({ length: slices }, random).sort().reverse()
    const sliceKwh = 0.1 + random()
    const count = Math.floor(random() * 5)
    const offers: StepOffers = {
      count,
      worth: Float64Array.from({ length: count }, random).sort().reverse(),
      sizeKwh: Float64Array.from({ length: count }, () => random() * sliceKwh * (random() < 0.3 ? 10 : 1)),
      firstDischarge: 0,
      fullChargeEur: 0,
      isConvex: true,
    }
    const cutKwh = random() * offers.sizeKwh.reduce((sum, one) => sum + one, 0)
    const into = new Float64Array(slices)
    addStepBack(into, worth, sliceKwh, offers, cutKwh, 0.5)
    const pieces = [
      ...Array.from(worth, (one) => ({ worth: one, kwh: sliceKwh })),
      ...Array.from(offers.worth, (one, place) => ({ worth: one, kwh: offers.sizeKwh[place]! })),
    ].sort((a, b) => b.worth - a.worth)
    // The worth of all content between two contents, by adding up the sorted pieces.
    const worthBetween = (from: number, to: number) => {
      let at = 0
      let sum = 0
      for (const piece of pieces) {
        sum += Math.max(Math.min(to, at + piece.kwh) - Math.max(from, at), 0) * piece.worth
        at += piece.kwh
      }
      return sum
    }
    into.forEach((one, slice) => {
      const from = cutKwh + slice * sliceKwh
      expect(one).toBeCloseTo((0.5 * worthBetween(from, from + sliceKwh)) / sliceKwh, 9)
    })
  }
})

test('the simple rule stores surplus, covers load and ignores prices', () => {
  const problem = { ...house(() => 0.25), netLoadKwh: Float64Array.of(-2, -9, 1, 9, 0) }
  const run = followSelfConsumption(problem)
  const rounded = (values: Float64Array) => [...values].map((kwh) => Math.round(kwh * 1e9) / 1e9)
  expect(rounded(run.chargeKwh)).toEqual([2, 4, 0, 0, 0])
  expect(rounded(run.exportKwh)).toEqual([0, 5, 0, 0, 0])
  expect(rounded(run.dischargeKwh)).toEqual([0, 0, 1, 4, 0])
  expect(rounded(run.importKwh)).toEqual([0, 0, 0, 5, 0])
})
