import { describe, expect, test } from 'vitest'
import { checkParameter, type ParameterRules } from './check-parameter.ts'

const free: ParameterRules = { type: 'number', min: null, max: null, step: null, options: null }
const current: ParameterRules = { ...free, min: 6, max: 16, step: 0.1 }

describe('a number', () => {
  test.each([
    [6, null],
    [6.3, null],
    [16, null],
    [5.9, 'min_value'],
    [16.1, 'max_value'],
    [6.25, 'step'],
    [Number.NaN, 'double'],
    [Number.POSITIVE_INFINITY, 'double'],
    ['7', 'double'],
    [true, 'double'],
    [null, 'double'],
  ])('%s within 6 to 16 by tenths: %s', (value, broken) => {
    expect(checkParameter(current, value)).toBe(broken)
  })

  test('without limits any finite one is taken, and steps count from zero', () => {
    expect(checkParameter(free, -1e9)).toBeNull()
    expect(checkParameter({ ...free, step: 500 }, 1500)).toBeNull()
    expect(checkParameter({ ...free, step: 500 }, 1400)).toBe('step')
    expect(checkParameter({ ...free, step: 0 }, 1.234)).toBeNull()
  })
})

test('a switch takes true and false only', () => {
  const rules = { ...free, type: 'boolean' as const }
  expect([true, false, 1, 'true', null].map((value) => checkParameter(rules, value))).toEqual([
    ...[null, null],
    ...['required', 'required', 'required'],
  ])
})

test('a text is not empty nor too long, and is one of the options if there are any', () => {
  const rules = { ...free, type: 'text' as const }
  expect(checkParameter(rules, 'solar')).toBeNull()
  expect(checkParameter(rules, ' ')).toBe('required')
  expect(checkParameter(rules, 5)).toBe('required')
  expect(checkParameter(rules, 'x'.repeat(65))).toBe('max')
  expect(checkParameter({ ...rules, options: ['fast', 'solar'] }, 'solar')).toBeNull()
  expect(checkParameter({ ...rules, options: ['fast', 'solar'] }, 'Solar')).toBe('option')
})
