import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { printSummary } from './print-summary.ts'
import type { StepResult, TestOutcome } from './test-step.ts'

let lines: string[]
beforeEach(() => {
  lines = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
})
afterEach(() => vi.restoreAllMocks())

const outcome = (name: string, status: TestOutcome['status'] = 'passed'): TestOutcome => ({
  file: 'a.test.ts',
  name,
  status,
})
const step = (name: string, kind: string, seconds: number, ...outcomes: TestOutcome[]): StepResult => ({
  ...{ name, kind, seconds, outcomes },
  secondTries: [],
})

test('a run in which everything passed is good, and lists the time of each kind, the longest first', () => {
  const results = [
    step('link embedded', 'link', 61.6, outcome('one')),
    step('link on PostgreSQL', 'link', 38.6, outcome('one')),
    step('units', 'unit', 99, outcome('two'), outcome('three')),
  ]
  expect(printSummary(results, [])).toBe(true)
  expect(lines).toContain('seconds of each kind: link 100, unit 99')
  expect(lines.find((line) => line.includes('units'))).toMatch(/^✓ units +99 s {2}2 passed$/)
  expect(lines.at(-1)).toBe('4 passed, 0 failed')
})

test('a failed test is named and makes the run bad', () => {
  const results = [step('units', 'unit', 1, outcome('one'), outcome('two', 'failed'))]
  expect(printSummary(results, [])).toBe(false)
  expect(lines).toContain('failed: a.test.ts: two')
  expect(lines.find((line) => line.includes('units'))).toMatch(/^✗ .*1 passed, 1 FAILED$/)
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
})

test('a failure of the run as a whole makes it bad', () => {
  expect(printSummary([step('units', 'unit', 1, outcome('one'))], [outcome('again', 'failed')])).toBe(false)
  expect(lines).toContain('failed: a.test.ts: again')
})

test('a run in which nothing ran is not good', () => {
  expect(printSummary([], [])).toBe(false)
})

test('a test run on only one database is not skipped; one that runs nowhere is', () => {
  const results = [
    step('api embedded', 'api', 1, outcome('here'), outcome('there', 'skipped'), outcome('never', 'skipped')),
    step('api PostgreSQL', 'api', 1, outcome('here'), outcome('there')),
  ]
  expect(printSummary(results, [])).toBe(true)
  expect(lines.filter((line) => line.startsWith('skipped: '))).toEqual(['skipped: a.test.ts: never'])
})

test('files that passed on a second try are named', () => {
  const result = { ...step('links', 'link', 1, outcome('one')), secondTries: [outcome('one')] }
  expect(printSummary([result], [])).toBe(true)
  expect(lines).toContain('passed only on a second try, to be mended: a.test.ts: one')
})
