import { expect, test } from 'vitest'
import { findFaults } from './find-faults.ts'

const find = (text: string, file = 'a.ts') =>
  findFaults(file, text).map(({ kind, original, replacement }) => `${kind}: ${original} → ${replacement}`)

test.each([
  ['a guard', 'if (a) throw b', ['drop guard: a → false']],
  ['another condition', 'if (a) { b = c }', ['negate: a → !(a)']],
  ['a choice', 'x = a ? b : c', ['negate: a → !(a)']],
  ['a limit', 'x = a < b', ['boundary: a < b → (a) <= (b)']],
  ['an equality', 'x = a === b', ['equality: a === b → (a) !== (b)']],
  ['a sum', 'x = a + b', ['arithmetic: a + b → (a) - (b)']],
  ['no text put together', "x = 'a' + b + c", []],
  ['a connection', 'x = a && b', ['logic: a && b → (a) || (b)']],
  ['a call without a result', 'await a.b(c)', ['drop call: await a.b(c) → undefined']],
  ['no line of the log', "deps.log.warn('x')", []],
  ['nothing in the words of an error', 'throw new Error(a === b ? c : d)', []],
  ['a sieve', 'x = a.filter(b)', ['drop sieve: a.filter(b) → a']],
  ['the other method', 'x = a.some(b)', ['method: a.some(b) → a.every(b)']],
  ['nothing in any other call', 'x = a.toString()', []],
  [
    'constants',
    'x = [true, 0, 1, 5, 60_000]',
    ['constant: true → false', 'constant: 5 → 6', 'constant: 60_000 → 120000'],
  ],
  ['nothing in types and imports', "import a from 'b'; type A = 5 | true; interface B { c: 7 }", []],
  ['what stands below a type assertion', 'x = (a < b) as C', ['boundary: a < b → (a) <= (b)']],
  [
    'a condition of a query',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code is what is searched here
    'x = sql`select 1 where a = ${b} and c = ${d} order by e`',
    [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: code is what is searched here
      'drop condition: sql`select 1 where a = ${b} and c = ${d} order by e` → sql`select 1 where a = ${b} order by e`',
    ],
  ],
])('finds %s', (_, text, faults) => {
  expect(find(text)).toEqual(faults)
})

test('finds dead buttons and never-disabled ones, but no cosmetic changes', () => {
  expect(find('x = <A onClick={go} disabled={isBusy} title="t" size={16} />', 'a.tsx')).toEqual([
    'dead handler: go → (() => {})',
    'attribute: isBusy → false',
  ])
})

test('keeps the name of a fault until its own place changes', () => {
  const [before] = findFaults('a.ts', 'x = a < b')
  const [moved] = findFaults('a.ts', 'const c = 1\n\nx = a < b')
  const [first, second] = findFaults('a.ts', 'x = a < b\ny = a < b')
  expect(moved!.id).toBe(before!.id)
  expect(moved!.line).toBe(3)
  expect(first!.id).toBe(before!.id)
  expect(second!.id).not.toBe(before!.id)
  expect(findFaults('b.ts', 'x = a < b')[0]!.id).not.toBe(before!.id)
})
