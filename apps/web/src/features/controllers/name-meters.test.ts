import { expect, it } from 'vitest'
import { nameMeters } from './name-meters.ts'

const controllers = [
  { id: 1, alias: 'Cellar', unit_id: 'AAAA' },
  { id: 2, alias: null, unit_id: 'BBBB' },
]
const meter = (name: string, controller_id: number) => ({ name, controller_id })

it.each([
  ['by their names where these differ', [meter('grid', 1), meter('meter', 2)], ['grid', 'meter']],
  [
    'with their controllers where they do not',
    [meter('grid', 1), meter('grid', 2), meter('meter', 2)],
    ['grid (Cellar)', 'grid (BBBB)', 'meter'],
  ],
  [
    'by the name alone where the controller is gone',
    [meter('grid', 1), meter('grid', 9)],
    ['grid (Cellar)', 'grid'],
  ],
])('distinguishes meters %s', (_, meters, names) => {
  expect(nameMeters(meters, controllers)).toEqual(names)
})
