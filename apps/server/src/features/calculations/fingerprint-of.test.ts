import { expect, test } from 'vitest'
import { fingerprintOf } from './fingerprint-of.ts'

test('equal data have one fingerprint, and any difference another', () => {
  const made = (last: number, name = 'a') => ({ name, rows: [Float64Array.of(1, last), null], at: undefined })
  const all = [
    made(2),
    made(Number.NaN),
    made(2, 'b'),
    { ...made(2), rows: [Float64Array.of(1), Float64Array.of(2)] },
    { ...made(2), rows: [1, 2] },
    { rows: [[1], 2] },
    { rows: [1, [2]] },
  ]
  expect(new Set(all.map(fingerprintOf)).size).toBe(all.length)
  expect(fingerprintOf(made(2))).toBe(fingerprintOf(structuredClone(made(2))))
})
