import { expect, test } from 'vitest'
import { energySwatch, expandColour, mixColours } from './chart-theme.ts'

test('shortened colours of a style sheet are expanded, others unchanged', () => {
  expect(expandColour('#fff')).toBe('#ffffff')
  expect(expandColour('#1A9')).toBe('#11AA99')
  expect(expandColour('#eba51c')).toBe('#eba51c')
  expect(expandColour('Inter, sans-serif')).toBe('Inter, sans-serif')
})

test('a pale layer is mixed from its own colour and the background', () => {
  expect(mixColours('#ff0000', '#0000ff', 0.5)).toBe('#800080')
  expect(mixColours('#102030', '#ffffff', 1)).toBe('#102030')
})

test('a swatch has the fill of its areas and the rim of its lines', () => {
  expect(energySwatch('production')).toEqual({
    background: 'var(--fill-sun)',
    borderColor: 'var(--energy-sun)',
  })
  expect(energySwatch('grid_import')).toEqual({
    background: 'var(--energy-grid-import)',
    borderColor: 'var(--energy-grid-import)',
  })
})
