import { expect, test } from 'vitest'
import { chooseFaults } from './choose-faults.ts'
import { findFaults } from './find-faults.ts'

const areas = [
  { name: 'one', size: 5, files: /^one\// },
  { name: 'two', size: 5, files: /^two\// },
]
const files = Array.from({ length: 40 }, (_, index) => `${index % 2 === 0 ? 'one' : 'two'}/${index}.ts`)
const faultsOf = (file: string, lines: number) =>
  findFaults(file, Array.from({ length: lines }, (_, line) => `x = a${line} < b`).join('\n'))

test('draws from each area, few of one file', () => {
  const chosen = chooseFaults(
    files.flatMap((file) => faultsOf(file, 30)),
    areas,
  )
  expect(chosen.every(({ area, file }) => file.startsWith(area))).toBe(true)
  expect([...Map.groupBy(chosen, ({ area }) => area)].map(([, of]) => of.length)).toEqual([25, 25])
  for (const of of Map.groupBy(chosen, ({ file }) => file).values()) expect(of.length).toBeLessThanOrEqual(4)
})

test('stays the same if nothing it has drawn has changed', () => {
  const all = files.flatMap((file) => faultsOf(file, 30))
  const chosen = chooseFaults(all, areas)
  const isKept = new Set(chosen.map(({ id }) => id))
  const fewer = all.filter(({ id }, index) => isKept.has(id) || index % 3 === 0)
  expect(chooseFaults(fewer.toReversed(), areas)).toEqual(chosen)
})
