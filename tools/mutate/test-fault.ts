import type { ChosenFault } from './choose-faults.ts'
import type { RankedTests } from './rank-tests.ts'
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
  /** How long tests ran with the fault on, also in earlier runs. */
  seconds: number
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
  ranked: readonly Omit<RankedTests, 'kind'>[],
  trial: Trial,
): Promise<Verdict> {
  const { memory, hashOf, run } = trial
  const hash = hashOf(fault.file)
  const before = memory.verdicts[fault.id]
  const known = before?.hash === hash ? before : null
  const isCurrent = (test: string) => known?.ran[test] === hashOf(test)
  if (known?.noticedBy && Object.keys(known.ran).every(isCurrent)) return known
  const ran: Record<string, string> = {}
  let seconds = known?.seconds ?? 0
  for (const { tests, most } of ranked) {
    let asked = 0
    for (const test of tests) {
      if (asked === most) break
      const baseline = await getBaseline(test, fault.id, trial)
      if (!baseline.isGood || !baseline.reached.includes(fault.id)) continue
      asked++
      ran[test] = hashOf(test)
      if (!known?.noticedBy && isCurrent(test)) continue
      const result = await run(test, fault.id, Math.max(leastLimitMs, baseline.seconds * 8000))
      seconds += result.seconds
      if (result.failure !== null)
        return { noticedBy: result.failure, ran: { [test]: hashOf(test) }, hash, seconds }
    }
  }
  return { noticedBy: null, ran, hash, seconds }
}

const underWay = new Map<string, Promise<Baseline>>()

/** What a test does without any fault; two who want to know at once wait for one run. */
async function getBaseline(test: string, faultId: string, trial: Trial): Promise<Baseline> {
  const { memory, hashOf } = trial
  const found = memory.baselines[test]
  if (found?.hash === hashOf(test) && memory.draws[found.draw]?.includes(faultId)) return found
  const asked = underWay.get(test) ?? runBaseline(test, trial).finally(() => underWay.delete(test))
  underWay.set(test, asked)
  return asked
}

async function runBaseline(test: string, { memory, draw, hashOf, run }: Trial): Promise<Baseline> {
  const { failure, seconds, reached } = await run(test, '', baselineLimitMs)
  if (failure !== null) console.log(`  left out, for it fails without any fault: ${failure}`)
  const baseline: Baseline = { hash: hashOf(test), isGood: failure === null, draw, seconds, reached }
  memory.baselines[test] = baseline
  return baseline
}
