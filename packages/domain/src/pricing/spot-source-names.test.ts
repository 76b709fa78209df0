import { expect, test } from 'vitest'
import { spotSourceName } from './spot-source-names.ts'

test('sources of market prices have the names of their publishers, and the model has none of its own', () => {
  expect(spotSourceName('energy-charts')).toBe('Energy-Charts (Fraunhofer ISE)')
  expect(spotSourceName('entsoe')).toBe('ENTSO-E Transparency Platform')
  expect(spotSourceName('modelled')).toBeNull()
})
