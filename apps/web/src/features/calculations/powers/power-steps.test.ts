import { expect, test } from 'vitest'
import { movePower, parsePowerText, toStep } from './power-steps.ts'

const limits = { minimumPowerKw: 3.4, connectionPowerKw: 17 }

test.each([
  [4.64, 4.6],
  [4.66, 4.7],
  [1, 3.4],
  [99, 17],
])('%d kW is dragged to the permitted step %d', (kw, step) => {
  expect(toStep(kw, limits)).toBe(step)
})

test('a minimum between two steps is rounded up and a connection power down', () => {
  expect(toStep(0, { minimumPowerKw: 2.55, connectionPowerKw: 17.25 })).toBe(2.6)
  expect(toStep(50, { minimumPowerKw: 2.55, connectionPowerKw: 17.25 })).toBe(17.2)
})

test('a step moves along those it would pass, so that no block falls below the previous one', () => {
  expect(movePower([4, 5, 6, 7, 8], 3, 7.5, limits)).toEqual([4, 5, 7.5, 7.5, 8])
  expect(movePower([4, 5, 6, 7, 8], 3, 4.2, limits)).toEqual([4, 4.2, 4.2, 7, 8])
})

test.each([
  ['4,6', 4.6],
  ['4.6', 4.6],
  [' 12 ', 12],
  ['', null],
  ['-4', null],
  ['4e2', null],
  ['99999999', null],
])('%j typed is %s', (text, kw) => {
  expect(parsePowerText(text)).toBe(kw)
})
