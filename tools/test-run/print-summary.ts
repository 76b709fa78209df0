import type { StepResult, TestOutcome } from './test-step.ts'

const nameOf = ({ file, name }: TestOutcome) => (file ? `${file}: ${name}` : name)
const listed = (outcomes: readonly TestOutcome[], status: TestOutcome['status']) =>
  outcomes.filter((outcome) => outcome.status === status).map(nameOf)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Prints the results of a run, and returns whether it is good. `more` are failures of the run as a whole. */
export function printSummary(results: readonly StepResult[], more: readonly TestOutcome[]): boolean {
  // A test for one database only runs in that step and is omitted in the other.
  const ran = new Set(
    results.flatMap(({ outcomes }) => [...listed(outcomes, 'passed'), ...listed(outcomes, 'failed')]),
  )
  const counts = results.map((result) => ({
    result,
    passed: listed(result.outcomes, 'passed').length,
    failures: listed(result.outcomes, 'failed'),
    skipped: listed(result.outcomes, 'skipped').filter((name) => !ran.has(name)),
  }))
  console.log(`\n━━ summary ${'━'.repeat(90)}`)
  for (const { result, passed, failures, skipped } of counts) {
    const parts = [
      `${passed} passed`,
      failures.length > 0 && `${failures.length} FAILED`,
      skipped.length > 0 && `${skipped.length} skipped`,
      result.secondTries.length > 0 && `${result.secondTries.length} on a second try`,
    ]
    console.log(
      `${failures.length > 0 ? '✗' : '✓'} ${result.name.padEnd(44)} ${result.seconds.toFixed(0).padStart(4)} s  ${parts.filter(Boolean).join(', ')}`,
    )
  }
  console.log(`seconds of each kind: ${describeKinds(results)}`)
  const failures = [...counts.flatMap(({ failures }) => failures), ...more.map(nameOf)]
  const skipped = counts.flatMap(({ skipped }) => skipped)
  for (const name of failures) console.log(`failed: ${name}`)
  for (const name of skipped) console.log(`skipped: ${name}`)
  for (const outcome of results.flatMap(({ secondTries }) => secondTries))
    console.log(`passed only on a second try, to be mended: ${nameOf(outcome)}`)
  const passed = sum(counts.map((count) => count.passed))
  const parts = [`${passed} passed`, `${failures.length} failed`]
  if (skipped.length > 0) parts.push(`${skipped.length} skipped`)
  console.log(parts.join(', '))
  return failures.length === 0 && passed > 0
}

/** The longest first. */
function describeKinds(results: readonly StepResult[]): string {
  const seconds = new Map<string, number>()
  for (const result of results) seconds.set(result.kind, (seconds.get(result.kind) ?? 0) + result.seconds)
  return [...seconds]
    .sort(([, a], [, b]) => b - a)
    .map(([kind, value]) => `${kind} ${value.toFixed(0)}`)
    .join(', ')
}
