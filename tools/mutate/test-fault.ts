import type { ChosenFault } from './choose-faults.ts'
import type { startRunner } from './start-runner.ts'

/** A test file without any fault on. */
export interface Baseline {
  hash: string
  isGood: boolean
  /** The draw of faults that stood in the copy then. */
  draw: string
  seconds: number
  reached: string[]
}

export interface Verdict {
  /** The test that went red; null where none did. */
  noticedBy: string | null
  /** The test files that were run with the fault on, as they were then. */
  ran: Record<string, string>
  /** The file of the fault as it was then. */
  hash: string
}

/** Kept between runs, so that a run that was ended goes on, and another one runs only what may have changed. */
export interface Memory {
  baselines: Record<string, Baseline>
  verdicts: Record<string, Verdict>
  /** Which faults stood in the copy, by the name of the draw. */
  draws: Record<string, string[]>
}

export interface Trial {
  memory: Memory
  /** The name of the present draw. */
  draw: string
  hashOf(file: string): string
  run: ReturnType<typeof startRunner>['run']
}

const leastLimitMs = 60_000
const baselineLimitMs = 600_000

/** Runs the tests that come by a fault, in their order, until one goes red. */
export async function testFault(
  fault: ChosenFault,
  tests: readonly string[],
  trial: Trial,
): Promise<Verdict> {
  const { memory, hashOf, run } = trial
  const before = memory.verdicts[fault.id]
  const known = before?.hash === hashOf(fault.file) ? before : null
  const isCurrent = (test: string) => known?.ran[test] === hashOf(test)
  if (known?.noticedBy && Object.keys(known.ran).every(isCurrent)) return known
  const ran: Record<string, string> = {}
  for (const test of tests) {
    const baseline = await getBaseline(test, fault.id, trial)
    if (!baseline.isGood || !baseline.reached.includes(fault.id)) continue
    ran[test] = hashOf(test)
    if (!known?.noticedBy && isCurrent(test)) continue
    const { failure } = await run(test, fault.id, Math.max(leastLimitMs, baseline.seconds * 8000))
    if (failure !== null)
      return { noticedBy: failure, ran: { [test]: hashOf(test) }, hash: hashOf(fault.file) }
  }
  return { noticedBy: null, ran, hash: hashOf(fault.file) }
}

async function getBaseline(test: string, faultId: string, { memory, draw, hashOf, run }: Trial) {
  const found = memory.baselines[test]
  if (found?.hash === hashOf(test) && memory.draws[found.draw]?.includes(faultId)) return found
  const { failure, seconds, reached } = await run(test, '', baselineLimitMs)
  if (failure !== null) console.log(`  left out, for it fails without any fault: ${failure}`)
  const baseline: Baseline = { hash: hashOf(test), isGood: failure === null, draw, seconds, reached }
  memory.baselines[test] = baseline
  return baseline
}
