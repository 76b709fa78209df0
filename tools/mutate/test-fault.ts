import type { ChosenFault } from './choose-faults.ts'
import type { RankedTests } from './rank-tests.ts'
import type { startRunner, TestRun } from './start-runner.ts'

/** What a test file does where nothing is wrong: without any fault on, or with one on that it does not notice. */
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
const unknownLimitMs = 300_000
const baselineLimitMs = 600_000

/**
 * Runs the tests that come by a fault, in their order, until one goes red. Only what goes red has to be run without the
 * fault as well: one that passes with it on says by the same run what it comes by.
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

/** What a test does without any fault; two who want to know at once wait for one run. */
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
