import { expect, test } from 'vitest'
import { expandColour } from './chart-theme.ts'

test('colours that a style sheet shortens are read in full, all else as it stands', () => {
  expect(expandColour('#fff')).toBe('#ffffff')
  expect(expandColour('#1A9')).toBe('#11AA99')
  expect(expandColour('#eba51c')).toBe('#eba51c')
  expect(expandColour('Inter, sans-serif')).toBe('Inter, sans-serif')
})
