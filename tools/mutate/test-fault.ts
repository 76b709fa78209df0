import type { ChosenFault } from './choose-faults.ts'
import type { RankedTests } from './rank-tests.ts'
import type { startRunner, TestRun } from './start-runner.ts'

/** A test file's behaviour without a fault, or with one that it does not notice. */
export interface Baseline {
  hash: string
  isGood: boolean
  /** The sample of faults in the copy at the time. */
  draw: string
  seconds: number
  reached: string[]
}

export interface Verdict {
  /** The test that went red; null if none did. */
  noticedBy: string | null
  /** The test files run with the fault on, at their version of the time. */
  ran: Record<string, string>
  /** The file of the fault at its version of the time. */
  hash: string
  /** How long tests ran with the fault on, including earlier runs. */
  seconds: number
}

/** Kept between runs, so that an interrupted run continues, and another one repeats only what may have changed. */
export interface Memory {
  baselines: Record<string, Baseline>
  verdicts: Record<string, Verdict>
  /** The faults in the copy, by the name of the sample. */
  draws: Record<string, string[]>
}

export interface Trial {
  memory: Memory
  /** The name of the current sample. */
  draw: string
  hashOf(file: string): string
  run: ReturnType<typeof startRunner>['run']
}

const leastLimitMs = 60_000
const unknownLimitMs = 300_000
const baselineLimitMs = 600_000

/**
 * Runs the tests that reach a fault, in order, until one goes red. Only a red one has to be run without the fault as
 * well: a test that passes with it on records in the same run which faults it reaches.
 */
export async function testFault(
  fault: ChosenFault,
  ranked: readonly Omit<RankedTests, 'kind'>[],
  trial: Trial,
): Promise<Verdict> {
  const { memory, hashOf, run } = trial
  const { id } = fault
  const hash = hashOf(fault.file)
  const before = memory.verdicts[id]
  const known = before?.hash === hash ? before : null
  const isCurrent = (test: string) => known?.ran[test] === hashOf(test)
  if (known?.noticedBy && Object.keys(known.ran).every(isCurrent)) return known
  const comesBy = ({ isGood, reached }: Baseline) => isGood && reached.includes(id)
  const ran: Record<string, string> = {}
  let seconds = known?.seconds ?? 0
  for (const { tests, most } of ranked) {
    let asked = 0
    for (const test of tests) {
      if (asked === most) break
      const baseline = findBaseline(test, id, trial)
      if (baseline && !comesBy(baseline)) continue
      if (known?.noticedBy || !isCurrent(test)) {
        const limitMs = baseline ? Math.max(leastLimitMs, baseline.seconds * 8000) : unknownLimitMs
        const result = await run(test, id, limitMs)
        seconds += result.seconds
        const { failure } = result
        if (failure !== null && comesBy(await getBaseline(test, id, trial)))
          return { noticedBy: failure, ran: { [test]: hashOf(test) }, hash, seconds }
        if (failure === null && !baseline) remember(test, result, trial)
        if (failure !== null || !result.reached.includes(id)) continue
      }
      asked++
      ran[test] = hashOf(test)
    }
  }
  return { noticedBy: null, ran, hash, seconds }
}

function findBaseline(test: string, faultId: string, { memory, hashOf }: Trial): Baseline | null {
  const found = memory.baselines[test]
  return found?.hash === hashOf(test) && memory.draws[found.draw]?.includes(faultId) ? found : null
}

const underWay = new Map<string, Promise<Baseline>>()

/** A test's behaviour without any fault; concurrent callers share one run. */
async function getBaseline(test: string, faultId: string, trial: Trial): Promise<Baseline> {
  const found = findBaseline(test, faultId, trial)
  if (found) return found
  const asked = underWay.get(test) ?? runBaseline(test, trial).finally(() => underWay.delete(test))
  underWay.set(test, asked)
  return asked
}

async function runBaseline(test: string, trial: Trial): Promise<Baseline> {
  const result = await trial.run(test, '', baselineLimitMs)
  if (result.failure !== null) console.log(`  left out, for it fails without any fault: ${result.failure}`)
  return remember(test, result, trial)
}

function remember(test: string, { failure, seconds, reached }: TestRun, { memory, draw, hashOf }: Trial) {
  const baseline: Baseline = { hash: hashOf(test), isGood: failure === null, draw, seconds, reached }
  memory.baselines[test] = baseline
  return baseline
}
