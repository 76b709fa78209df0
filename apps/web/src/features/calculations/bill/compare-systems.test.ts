import { expect, test } from 'vitest'
import { findUsualSystem } from './compare-systems.ts'

test('what is in force is shown unasked, and another system where only that one has a result', () => {
  expect(findUsualSystem(['oldSystem', 'newSystem', 'optimizedSystem'])).toBe('newSystem')
  expect(findUsualSystem(['oldSystem'])).toBe('oldSystem')
  expect(findUsualSystem([])).toBe('newSystem')
})
