import process from 'node:process'
import { createVitest, type Vitest } from 'vitest/node'

// Runs in the copy of the tree: one warm Vitest per kind of test; the parent says which file to run.

export interface RunRequest {
  kind: string
  file: string
}

export interface RunAnswer {
  /** The first test that failed; null if all passed. */
  failure: string | null
}

const warm = new Map<string, Promise<Vitest>>()

function getVitest(kind: string): Promise<Vitest> {
  const vitest = warm.get(kind) ?? startVitest(kind)
  warm.set(kind, vitest)
  return vitest
}

async function startVitest(kind: string): Promise<Vitest> {
  const vitest = await createVitest('test', {
    watch: false,
    project: [kind],
    maxWorkers: 1,
    reporters: [{}],
  })
  await vitest.standalone()
  return vitest
}

async function run({ kind, file }: RunRequest): Promise<RunAnswer> {
  const vitest = await getVitest(kind)
  const specifications = await vitest.globTestSpecifications([file])
  const wanted = specifications.filter(({ moduleId }) => moduleId.endsWith(`/${file}`))
  if (wanted.length === 0) throw new Error(`${file} is no test of the kind ${kind}`)
  // Its knowledge of earlier runs is useless.
  vitest.state.filesMap.clear()
  vitest.state.idMap.clear()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted, false)
  for (const module of testModules) {
    for (const test of module.children.allTests('failed')) return { failure: test.fullName }
    if (!module.ok())
      return { failure: `${file}: ${module.errors()[0]?.message.split('\n')[0] ?? 'not as a whole'}` }
  }
  return { failure: unhandledErrors.length > 0 ? `${file}: an error outside of its tests` : null }
}

process.on('message', (request: RunRequest) => {
  run(request).then(
    (answer) => process.send!(answer),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
