import { execFileSync } from 'node:child_process'
import type { TestStep } from './test-step.ts'
import type { TestFile } from './what-tests-read.ts'

// `npm test -- changed`: what a change can affect, by imports and names.

/** Files that no test file imports, although every server test depends on them. */
const behindServers =
  /^apps\/server\/src\/(db\/migrations|testing)\/|^package-lock\.json$|^vitest\.config\.ts$/

/** Part of every page or every start: too much to run it all, so the broadest tests run. */
const widest: readonly [RegExp, readonly string[]][] = [
  [/^locales\//, ['every-page', 'languages']],
  [/^apps\/web\/(index\.html$|src\/(app|lib|shared|ui)\/)/, ['every-page']],
  [/^packages\/|^apps\/server\/src\/(platform\/|[^/]+\.ts$)/, ['every-page', 'start-and-stop']],
  [/^packages\/(network-fee|optimizer|pricing)\//, ['calculations-same']],
  [/^apps\/controller\//, ['start-and-stop']],
  [/^deploy\/nginx-|\/keep-demo-here\.ts$/, ['behind-nginx']],
  [/^(start|dev)\.mjs$/, ['start-and-stop', 'first-admin', 'demo-is-no-trap']],
]

/** The difference from the main branch, committed or not. */
export function findChange(): { base: string; files: string[] } {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const upstream = ['origin/HEAD', 'origin/main', 'main', 'HEAD'].find((name) => {
    try {
      return git('rev-parse', '--verify', '--quiet', name) !== ''
    } catch {
      return false
    }
  })!
  const base = git('merge-base', 'HEAD', upstream)
  const lines = `${git('diff', '--name-only', base)}\n${git('ls-files', '--others', '--exclude-standard')}`
  return { base, files: lines.split('\n').filter(Boolean) }
}

/**
 * The steps of a whole run, each limited to what the change can affect: Vitest follows imports, journeys and processes
 * are chosen by name, because they import nothing of the programs that they start. SQL-related tests also run on
 * PostgreSQL. Tests that read a changed file other than by import run as well.
 */
export function narrowSteps(
  steps: readonly TestStep[],
  { base, files }: { base: string; files: readonly string[] },
  tests: readonly TestFile[],
): TestStep[] {
  const isWhole = files.some((file) => behindServers.test(file))
  const touchesSql =
    isWhole || files.some((file) => /-queries\.ts$|^apps\/server\/src\/platform\/db\//.test(file))
  const withFiles = (step: TestStep, kind: string) => {
    const ofKind = tests.filter(({ file }) => file.endsWith(`.${kind}.test.ts`))
    const chosen = ofKind.filter((test) => readsAny(test, files) || isNamedBy(test.file, files))
    return chosen.length > 0 ? [{ ...step, args: [...step.args, ...chosen.map(({ file }) => file)] }] : []
  }
  /** What imports the change, and what reads it in another way. */
  const touched = (step: TestStep, kind: RegExp): TestStep[] => {
    const readers = tests.filter((test) => kind.test(test.file) && readsAny(test, files))
    if (readers.length === 0) return [related(step, base)]
    const args = [...step.args, ...readers.map(({ file }) => file), '--passWithNoTests']
    return [related(step, base), { ...step, name: `${step.name}, by what they read`, args, mayBeEmpty: true }]
  }
  const narrowed = steps.flatMap((step): TestStep[] => {
    switch (step.kind) {
      case 'types':
      case 'static checks':
        return [step]
      case 'journeys':
        return withFiles(step, 'e2e')
      case 'processes':
        return withFiles(step, 'process')
      case 'build':
        return []
      case 'components':
        return touched(step, /\.test\.tsx$/)
      case 'unit':
        // Those of the tools read the sources instead of importing them.
        return [
          ...touched(step, /^(?!e2e\/)(?!.*\.(api|link)\.).*\.test\.ts$/),
          {
            ...step,
            name: 'rules of the sources',
            args: [...step.args, 'tools', 'literal-texts', 'settings.test'],
          },
        ]
      default: {
        const narrowed = isWhole
          ? [step]
          : touched(step, step.kind === 'link' ? /\.link\.test\.ts$/ : /\.api\.test\.ts$/)
        // The databases behave alike, but some of it needs PostgreSQL.
        return step.env?.TEST_DATABASE_URL && !touchesSql ? narrowed.slice(1) : narrowed
      }
    }
  })
  const needsBuild = narrowed.some(({ kind }) => kind === 'journeys' || kind === 'processes')
  return needsBuild ? [...steps.filter(({ kind }) => kind === 'build'), ...narrowed] : narrowed
}

const related = (step: TestStep, base: string): TestStep => ({
  ...step,
  args: [...step.args, '--changed', base, '--passWithNoTests'],
  mayBeEmpty: true,
})

const readsAny = ({ reads }: TestFile, files: readonly string[]): boolean =>
  reads.some((start) => files.some((file) => file.startsWith(start)))

/** A journey of a changed feature has the feature's name, or a part of it, in its own; a changed journey names itself. */
function isNamedBy(journey: string, files: readonly string[]): boolean {
  if (files.includes(journey)) return true
  const name = journey.replace(/^.*\/|\.(e2e|process)\.test\.ts$/g, '')
  if (widest.some(([touched, names]) => names.includes(name) && files.some((file) => touched.test(file))))
    return true
  const words = stemsOf(name)
  const features = files.flatMap((file) => /^apps\/\w+\/src\/features\/([^/]+)\//.exec(file)?.[1] ?? [])
  return features.some((feature) => stemsOf(feature).some((stem) => words.includes(stem)))
}

const stemsOf = (name: string) => name.split('-').map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''))
