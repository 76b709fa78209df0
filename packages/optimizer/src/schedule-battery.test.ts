import type { Highs } from 'highs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BatteryProblem, stepCost, storeLimits } from './battery-problem.ts'
import { totalCost } from './battery-run.ts'
import { scheduleBattery, scheduleCyclic } from './schedule-battery.ts'
import { scheduleOnGrid } from './schedule-on-grid.ts'
import { followSelfConsumption } from './self-consumption-rule.ts'
import { randomProblem } from './testing/battery-cases.ts'
import { loadLinearSolver } from './testing/linear-solver.ts'

let highs: Highs
beforeAll(async () => {
  highs = await loadLinearSolver()
})

/** The same problem as a linear programme: c, d change the content, g and x are import and export, s the content. */
function linearProgramme(problem: BatteryProblem, isCyclic = false): string {
  const { battery, netLoadKwh, importEurPerKwh, exportEurPerKwh } = problem
  const limits = storeLimits(problem)
  const steps = netLoadKwh.length
  const cost: string[] = []
  const rows: string[] = []
  const bounds: string[] = []
  for (let t = 0; t < steps; t++) {
    const wear = battery.wearEurPerKwh
    cost.push(`${importEurPerKwh[t]} g${t} - ${exportEurPerKwh[t]} x${t} + ${wear} c${t} + ${wear} d${t}`)
    rows.push(
      ` b${t}: g${t} - x${t} - ${1 / battery.chargeEfficiency} c${t} + ${battery.dischargeEfficiency} d${t} = ${netLoadKwh[t]}`,
    )
    const before = t > 0 ? `s${t - 1}` : isCyclic ? `s${steps - 1}` : null
    const kept = limits.keptShare
    rows.push(
      before
        ? ` e${t}: s${t} - ${kept} ${before} - c${t} + d${t} = 0`
        : ` e${t}: s${t} - c${t} + d${t} = ${kept * problem.initialKwh}`,
    )
    bounds.push(` 0 <= c${t} <= ${limits.chargeKwh}`, ` 0 <= d${t} <= ${limits.dischargeKwh}`)
    bounds.push(` ${t === steps - 1 ? problem.minimumFinalKwh : 0} <= s${t} <= ${battery.capacityKwh}`)
  }
  // The value of the rest counts only above the minimum.
  cost.push(`- ${problem.finalValueEurPerKwh} s${steps - 1}`)
  const text = `Minimize\n obj: ${cost.join(' + ')}\nSubject To\n${rows.join('\n')}\nBounds\n${bounds.join('\n')}\nEnd`
  return text.replaceAll('+ -', '- ').replaceAll('- -', '+ ')
}

function solve(problem: BatteryProblem, isCyclic = false): number | null {
  const found = highs.solve(linearProgramme(problem, isCyclic), { output_flag: false })
  if (found.Status !== 'Optimal') return null
  return found.ObjectiveValue + problem.finalValueEurPerKwh * problem.minimumFinalKwh
}

// A hundred thousand comparisons: an assertion for each would take longer than the schedules.
const isNear = (one: number, other: number) => Math.abs(one - other) < 5e-10

describe('the cheapest schedule', () => {
  test('costs the same as the solution of a linear programme, over 150 random cases', () => {
    for (let seed = 1; seed <= 150; seed++) {
      const problem = randomProblem(seed, 4 + (seed % 45))
      const { costEur, lowerBoundEur, method, missingKwh } = scheduleBattery(problem)
      const expected = solve(problem)
      if (expected === null) {
        expect(missingKwh).toBeGreaterThan(1e-9)
        continue
      }
      const scale = Math.max(Math.abs(expected), 1)
      if (Math.abs(costEur - expected) > 1e-6 * scale)
        throw new Error(`seed ${seed}: ${costEur}, not ${expected}`)
      expect(Math.abs(costEur - lowerBoundEur)).toBeLessThan(1e-6 * scale)
      expect(method).toBe('exact')
    }
  })

  test('of a round that ends as it began costs the same as a linear programme', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const problem = { ...randomProblem(seed, 24), minimumFinalKwh: 0, finalValueEurPerKwh: 0 }
      const { costEur, finalKwh, storedKwh } = scheduleCyclic(problem)
      const expected = solve(problem, true)!
      if (Math.abs(costEur - expected) > 1e-5 * Math.max(Math.abs(expected), 1)) {
        throw new Error(`seed ${seed}: ${costEur}, not ${expected}`)
      }
      expect(finalKwh).toBe(storedKwh.at(-1))
    }
  })

  test('obeys every limit and balances every kilowatt-hour', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const problem = randomProblem(seed, 60, seed % 3 === 0)
      const { battery, netLoadKwh, stepHours } = problem
      const run = scheduleBattery(problem)
      let content = problem.initialKwh
      let cost = 0
      for (let t = 0; t < 60; t++) {
        const [charge, discharge] = [run.chargeKwh[t]!, run.dischargeKwh[t]!]
        const change = charge * battery.chargeEfficiency - discharge / battery.dischargeEfficiency
        content = content * storeLimits(problem).keptShare + change
        cost += stepCost(problem, t, change)
        const holds = {
          balance: isNear(run.importKwh[t]! - run.exportKwh[t]!, netLoadKwh[t]! + charge - discharge),
          content: isNear(run.storedKwh[t]!, content),
          oneWay: Math.min(charge, discharge) === 0,
          chargePower: charge <= battery.chargeKw * stepHours + 1e-9,
          dischargePower: discharge <= battery.dischargeKw * stepHours + 1e-9,
          notEmpty: content > -1e-9,
          notOverfull: content < battery.capacityKwh + 1e-9,
        }
        const broken = Object.entries(holds).find(([, one]) => !one)
        if (broken) throw new Error(`seed ${seed}, step ${t}: ${broken[0]}`)
      }
      expect(run.energyEur + run.wearEur).toBeCloseTo(cost, 9)
    }
  })

  test('never costs more than the rule or doing nothing', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const problem = { ...randomProblem(seed, 96), minimumFinalKwh: 0 }
      const { costEur } = scheduleBattery(problem)
      expect(costEur).toBeLessThanOrEqual(totalCost(followSelfConsumption(problem), problem) + 1e-9)
      const none = { ...problem, battery: { ...problem.battery, capacityKwh: 0 }, initialKwh: 0 }
      if (problem.initialKwh === 0) expect(costEur).toBeLessThanOrEqual(scheduleBattery(none).costEur + 1e-9)
    }
  })

  test('is the same whether a step is one or two of half its length, without losses over time', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const base = randomProblem(seed, 30)
      const problem = { ...base, battery: { ...base.battery, lossPerHour: 0 } }
      const twice = (values: Float64Array, share: number) =>
        Float64Array.from({ length: 60 }, (_, t) => values[t >> 1]! * share)
      const split = {
        ...problem,
        stepHours: problem.stepHours / 2,
        netLoadKwh: twice(problem.netLoadKwh, 0.5),
        importEurPerKwh: twice(problem.importEurPerKwh, 1),
        exportEurPerKwh: twice(problem.exportEurPerKwh, 1),
      }
      expect(scheduleBattery(split).costEur).toBeCloseTo(scheduleBattery(problem).costEur, 7)
    }
  })

  test('explains itself: the value of stored energy lies between its cost and its return', () => {
    const problem = {
      ...randomProblem(1, 3),
      stepHours: 1,
      netLoadKwh: Float64Array.of(1, 1, 1),
      importEurPerKwh: Float64Array.of(0.1, 0.2, 0.3),
      exportEurPerKwh: Float64Array.of(0, 0, 0),
      battery: {
        capacityKwh: 1,
        chargeKw: 5,
        dischargeKw: 5,
        chargeEfficiency: 1,
        dischargeEfficiency: 1,
        lossPerHour: 0,
        wearEurPerKwh: 0,
      },
      initialKwh: 0,
      finalValueEurPerKwh: 0,
      minimumFinalKwh: 0,
    }
    const { worthEurPerKwh, storedKwh, costEur } = scheduleBattery(problem)
    expect([...storedKwh]).toEqual([1, 1, 0])
    expect(worthEurPerKwh[1]).toBe(0.3)
    expect(costEur).toBeCloseTo(0.2 + 0.2, 12)
  })

  test('reports missing required content', () => {
    const problem = { ...randomProblem(2, 2), initialKwh: 0, minimumFinalKwh: 5 }
    problem.battery = {
      ...problem.battery,
      capacityKwh: 10,
      chargeKw: 1,
      chargeEfficiency: 1,
      lossPerHour: 0,
    }
    const run = scheduleBattery({ ...problem, stepHours: 1 })
    expect(run.missingKwh).toBeCloseTo(3, 9)
  })
})

describe('prices that are not convex', () => {
  test('give a feasible schedule, and a bound that none beats', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const problem = { ...randomProblem(seed, 48, true), minimumFinalKwh: 0 }
      const { costEur, lowerBoundEur } = scheduleBattery(problem)
      expect(costEur).toBeGreaterThanOrEqual(lowerBoundEur - 1e-9)
      expect(costEur).toBeLessThanOrEqual(totalCost(followSelfConsumption(problem), problem) + 1e-9)
    }
  })

  const oneStep = (netLoadKwh: number, change: Partial<BatteryProblem>): BatteryProblem => ({
    stepHours: 1,
    netLoadKwh: Float64Array.of(netLoadKwh),
    importEurPerKwh: Float64Array.of(0.3),
    exportEurPerKwh: Float64Array.of(0.05),
    battery: {
      ...{ capacityKwh: 10, chargeKw: 3, dischargeKw: 3, chargeEfficiency: 0.9, dischargeEfficiency: 0.9 },
      ...{ lossPerHour: 0, wearEurPerKwh: 0 },
    },
    initialKwh: 5,
    finalValueEurPerKwh: 0.1,
    minimumFinalKwh: 0,
    ...change,
  })

  test.each([1, -1])('the search on a grid meets a net load of %d kWh exactly, between two levels', (net) => {
    const run = scheduleOnGrid(oneStep(net, {}))
    expect([run.importKwh[0], run.exportKwh[0]]).toEqual([expect.closeTo(0, 9), expect.closeTo(0, 9)])
  })

  test('the search on a grid finds the highest level within reach', () => {
    const { battery } = oneStep(0, {})
    const slow = { ...battery, chargeKw: 0.17, chargeEfficiency: 1 }
    const run = scheduleOnGrid(oneStep(0, { battery: slow, minimumFinalKwh: 5.15, finalValueEurPerKwh: 0 }))
    expect(run.storedKwh[0]).toBeCloseTo(5.15, 9)
  })

  test('the search on a grid comes close to the exact schedule where there is one', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const problem = { ...randomProblem(seed, 48), minimumFinalKwh: 0 }
      const exact = scheduleBattery(problem).costEur
      const grid = totalCost(scheduleOnGrid(problem), problem)
      expect(grid).toBeGreaterThanOrEqual(exact - 1e-9)
      expect(grid - exact).toBeLessThan(0.02)
    }
  })
})

test.each([
  { capacityKwh: -1 },
  { chargeEfficiency: 0 },
  { dischargeEfficiency: 1.1 },
  { lossPerHour: 1 },
  { wearEurPerKwh: -0.1 },
])('refuses a battery with %j', (change) => {
  const problem = randomProblem(1, 4)
  expect(() => scheduleBattery({ ...problem, battery: { ...problem.battery, ...change } })).toThrow(
    RangeError,
  )
})
