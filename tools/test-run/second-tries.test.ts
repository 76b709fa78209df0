import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { concludeRun, judgeSecondTries, readSecondTries, writeSecondTries } from './second-tries.ts'
import type { StepResult } from './test-step.ts'

/** A run of these files; those marked with `2` passed on their second try only. */
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

test('a file that needs its second try once is let through', () => {
  expect(judgeRuns(run('a2', 'b'), run('a', 'b'))).toEqual([[], []])
})

test('a file that needs its second try in two runs in a row has failed, as long as it goes on so', () => {
  expect(judgeRuns(run('a2', 'b2'), run('a2', 'b'), run('a2', 'b2'))).toEqual([
    [],
    ['a failed'],
    ['a failed'],
  ])
})

test('a run in between that the file was no part of changes nothing', () => {
  expect(judgeRuns(run('a2'), run('b'), run('a2'))).toEqual([[], [], ['a failed']])
})

test('a good run in between is a new beginning', () => {
  expect(judgeRuns(run('a2'), run('a'), run('a2'))).toEqual([[], [], []])
})

test('one step in two counts: the same file runs on both databases', () => {
  expect(judgeRuns(run('a2', 'a'), run('a', 'a2'))).toEqual([[], ['a failed']])
})

test('what is remembered outlives the run, and a file that says nothing is an empty memory', () => {
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
