import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { printSummary } from './print-summary.ts'
import type { StepResult, TestOutcome } from './test-step.ts'

// Which test files needed a second try in their last run: docs/decisions/0010.

/**
 * Kept outside the working copy, because a run may begin with a fresh clone: by the first commit, which all clones
 * share. `TEST_HISTORY` names another file, such as one of a build machine.
 */
export function findHistoryFile(): string {
  if (process.env.TEST_HISTORY) return process.env.TEST_HISTORY
  const roots = execFileSync('git', ['rev-list', '--max-parents=0', 'HEAD'], { encoding: 'utf8' })
  const folder = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  return join(folder, 'ohmstead', `second-tries-${roots.trim().split('\n').at(-1)}.json`)
}

/** Whether the run is good: its own tests, and the history of the previous run. */
export function concludeRun(results: readonly StepResult[], history: string): boolean {
  const { failures, remembered } = judgeSecondTries(readSecondTries(history), results)
  writeSecondTries(history, remembered)
  return printSummary(results, failures)
}

export function readSecondTries(path: string): string[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as string[]
  } catch {
    return []
  }
}

export function writeSecondTries(path: string, files: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(files, null, 2)}\n`)
}

/**
 * A file that needs its second try in two consecutive runs has failed. The history keeps the files that needed one
 * now, and earlier ones that did not run.
 */
export function judgeSecondTries(
  before: readonly string[],
  results: readonly StepResult[],
): { failures: TestOutcome[]; remembered: string[] } {
  const ran = new Set(results.flatMap(({ outcomes }) => outcomes.map(({ file }) => file)))
  const now = new Set(results.flatMap(({ secondTries }) => secondTries.map(({ file }) => file)))
  return {
    failures: [...now]
      .filter((file) => before.includes(file))
      .map((file) => ({ file, name: 'needed a second try in two runs in a row', status: 'failed' })),
    remembered: [...now, ...before.filter((file) => !ran.has(file))].sort(),
  }
}
