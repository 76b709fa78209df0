import { expect, test } from 'vitest'
import { runSideBySide } from './run-side-by-side.ts'
import type { TestStep } from './test-step.ts'

/** Runs the steps, each until all that can run beside it have begun; returns the order of starts and ends. */
async function runNamed(steps: Pick<TestStep, 'name' | 'after'>[], lanes: number): Promise<string[]> {
  const output: string[] = []
  await runSideBySide(
    steps.map((step) => ({ kind: 'kind', args: [], ...step })),
    lanes,
    async ({ name }) => {
      output.push(name)
      await new Promise((resolve) => setImmediate(resolve))
      output.push(`/${name}`)
      return { name, kind: 'kind', outcomes: [], secondTries: [], seconds: 0 }
    },
  )
  return output
}

test('as many run at once as there are lanes, in their order', async () => {
  const steps = ['a', 'b', 'c'].map((name) => ({ name }))
  expect(await runNamed(steps, 1)).toEqual(['a', '/a', 'b', '/b', 'c', '/c'])
  expect(await runNamed(steps, 2)).toEqual(['a', 'b', '/a', 'c', '/b', '/c'])
})

test('a dependent step waits for its predecessor, and lets others go first', async () => {
  const steps = [{ name: 'build' }, { name: 'journeys', after: 'build' }, { name: 'types' }]
  expect(await runNamed(steps, 2)).toEqual(['build', 'types', '/build', 'journeys', '/types', '/journeys'])
})

test('a step whose predecessor was not requested waits for nobody', async () => {
  expect(await runNamed([{ name: 'journeys', after: 'build' }], 2)).toEqual(['journeys', '/journeys'])
})
