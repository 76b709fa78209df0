import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { findFaults } from './find-faults.ts'
import { insertSwitches } from './insert-switches.ts'

const text = `
const limit = 10
const calls = ['']
function take(a, b) {
  if (a > limit && b !== 3) return 'much'
  calls.push(a)
  ;[b, 3, 2].filter((one) => one > 2).forEach((one) => calls.push(one * 2))
  if (a === 1) calls.push('one')
  return a < b ? calls.length + 1 : calls.length - 1
}
result = [take(12, 2), take(1, 5), take(5, 5), take(10, 4), take(12, 3), take(11, 4), calls.join()]
`
const questions = text.split('\n').findIndex((line) => line.startsWith('result')) + 1
const faults = findFaults('a.js', text).filter(({ line }) => line < questions)

function run(code: string, on: string) {
  const world = { result: null as unknown, isFaultOn: (id: string) => id === on }
  runInNewContext(code.replace(/^import[^;]*;/, ''), world)
  return JSON.stringify(world.result)
}

test('without a fault the code is unchanged, with each one it differs', () => {
  const switched = insertSwitches('a.js', text, faults, '/switch.ts')
  expect(switched.startsWith("import { isFaultOn } from '/switch.ts'; ")).toBe(true)
  expect(faults.length).toBeGreaterThan(12)
  const plain = run(text, '')
  expect(run(switched, '')).toBe(plain)
  const same = faults.filter(({ id }) => run(switched, id) === plain)
  expect(same.map(({ kind, original }) => `${kind}: ${original}`)).toEqual([])
})
