import type { StepResult, TestStep } from './test-step.ts'

/** Runs the steps in order, `lanes` at a time; a step with `after` waits for that one, if it runs. */
export async function runSideBySide(
  steps: readonly TestStep[],
  lanes: number,
  run: (step: TestStep) => Promise<StepResult>,
): Promise<StepResult[]> {
  const waiting = [...steps]
  const running = new Map<string, Promise<void>>()
  const results: StepResult[] = []
  const isAhead = ({ after }: TestStep) =>
    after !== undefined && (running.has(after) || waiting.some(({ name }) => name === after))
  while (waiting.length + running.size > 0) {
    const next = running.size < lanes ? waiting.findIndex((step) => !isAhead(step)) : -1
    const [step] = next < 0 ? [] : waiting.splice(next, 1)
    if (step)
      running.set(
        step.name,
        run(step).then((result) => {
          results.push(result)
          running.delete(step.name)
        }),
      )
    else await Promise.race(running.values())
  }
  return results
}
