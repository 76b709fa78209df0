import { expect, test } from 'vitest'
import { findUsualSystem } from './compare-systems.ts'

test('the system in force is shown by default, or another one if only that has a result', () => {
  expect(findUsualSystem(['oldSystem', 'newSystem', 'optimizedSystem'])).toBe('newSystem')
  expect(findUsualSystem(['oldSystem'])).toBe('oldSystem')
  expect(findUsualSystem([])).toBe('newSystem')
})
