import { expect, test } from 'vitest'
import { defaultForecastControl } from './control-with-forecast.ts'
import { createForecastPlanner } from './forecast-planner.ts'
import { randomProblem } from './testing/battery-cases.ts'

test('the more is stored, the less a further kilowatt-hour is worth, with prices below zero too', () => {
  const steps = 72
  for (let seed = 1; seed <= 200; seed++) {
    const problem = { ...randomProblem(seed, steps, true), finalValueEurPerKwh: 0, minimumFinalKwh: 0 }
    const planner = createForecastPlanner(problem, defaultForecastControl)
    for (let step = 0; step < steps; step++) {
      const worth = [...planner.worthAfter(step)]
      const falling = worth.toSorted((a, b) => b - a)
      expect(Math.max(...worth.map((one, slice) => Math.abs(one - falling[slice]!)))).toBeLessThan(1e-9)
    }
  }
})
