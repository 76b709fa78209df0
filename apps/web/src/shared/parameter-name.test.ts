import { expect, test } from 'vitest'
import { formatParameter } from './parameter-name.ts'

test.each([
  ['maxCurrent', 'devices.parameter.name.current_max'],
  ['MinimumSocLimit', 'devices.parameter.name.soc_min'],
  ['current_limit', 'metric.current_limit'],
  ['ctrl0.peakShavingPower', 'ctrl0.peakShavingPower'],
])('the parameter %s is called %s', (name, words) => {
  expect(formatParameter(name, (key) => key)).toBe(words)
})
