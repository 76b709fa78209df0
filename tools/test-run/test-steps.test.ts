import { expect, test } from 'vitest'
import { listTestSteps, withoutGaps } from './test-steps.ts'

const all = listTestSteps('postgres://server')
const isReduced = (kinds: string[]) =>
  withoutGaps(all.filter(({ kind }) => kinds.includes(kind))).some(({ env }) => env?.TESTED_ON_POSTGRES)

test('the embedded database leaves plain rows to PostgreSQL', () => {
  expect(isReduced(['api embedded', 'api PostgreSQL'])).toBe(true)
})

test('on its own, the embedded database leaves nothing out', () => {
  expect(isReduced(['api embedded', 'unit'])).toBe(false)
})
