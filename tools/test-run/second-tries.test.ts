import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { concludeRun, judgeSecondTries, readSecondTries, writeSecondTries } from './second-tries.ts'
import type { StepResult } from './test-step.ts'

/** A run of these files; those marked with `2` passed only on their second try. */
const run = (...files: string[]): StepResult[] =>
  files.map((marked) => {
    const file = marked.replace('2', '')
    const outcome = { file, name: 'test', status: 'passed' } as const
    const secondTries = marked === file ? [] : [outcome]
    return { kind: 'api', name: 'step', outcomes: [outcome], secondTries, seconds: 1 }
  })

function judgeRuns(...runs: StepResult[][]): string[][] {
  let remembered: string[] = []
  return runs.map((results) => {
    const judged = judgeSecondTries(remembered, results)
    remembered = judged.remembered
    return judged.failures.map(({ file, status }) => `${file} ${status}`)
  })
}

test('a file that needs its second try once passes', () => {
  expect(judgeRuns(run('a2', 'b'), run('a', 'b'))).toEqual([[], []])
})

test('a file that needs its second try in two consecutive runs fails, as long as this continues', () => {
  expect(judgeRuns(run('a2', 'b2'), run('a2', 'b'), run('a2', 'b2'))).toEqual([
    [],
    ['a failed'],
    ['a failed'],
  ])
})

test('a run without the file in between changes nothing', () => {
  expect(judgeRuns(run('a2'), run('b'), run('a2'))).toEqual([[], [], ['a failed']])
})

test('a good run in between resets it', () => {
  expect(judgeRuns(run('a2'), run('a'), run('a2'))).toEqual([[], [], []])
})

test('one step in two counts: the same file runs on both databases', () => {
  expect(judgeRuns(run('a2', 'a'), run('a', 'a2'))).toEqual([[], ['a failed']])
})

test('the history outlives the run, and an unreadable file is an empty history', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ohmstead-history-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'deep', 'history.json')
  expect(readSecondTries(path)).toEqual([])
  writeSecondTries(path, ['a.test.ts'])
  expect(readSecondTries(path)).toEqual(['a.test.ts'])
  writeFileSync(path, 'half a f')
  expect(readSecondTries(path)).toEqual([])
})

test('a run is not good that needs the same second try as the one before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ohmstead-history-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const print = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => print.mockRestore())
  const conclude = (...files: string[]) => concludeRun(run(...files), join(folder, 'history.json'))
  expect([conclude('a2', 'b'), conclude('a2', 'b'), conclude('a', 'b'), conclude('a2')]).toEqual([
    true,
    false,
    true,
    true,
  ])
  expect(print.mock.calls.flat()).toContain('failed: a: needed a second try in two runs in a row')
})
