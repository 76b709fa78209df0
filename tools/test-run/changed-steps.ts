import { execFileSync } from 'node:child_process'
import type { TestStep } from './test-step.ts'

// `npm test -- changed`: what a change can touch, as far as imports and names say.

/** Files that the modules of no test file import, and still every test on a server depends on. */
const behindServers =
  /^apps\/server\/src\/(db\/migrations|testing)\/|^package-lock\.json$|^vitest\.config\.ts$/

/** What differs from the branch that all changes go to, committed or not. */
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
 * The steps of a whole run, each cut down to what the change can touch: Vitest follows imports, journeys and processes
 * go by name, because they import nothing of the programs that they start. On PostgreSQL runs what has to do with SQL.
 */
export function narrowSteps(
  steps: readonly TestStep[],
  { base, files }: { base: string; files: readonly string[] },
  endToEnd: readonly string[],
): TestStep[] {
  const isWhole = files.some((file) => behindServers.test(file))
  const touchesSql =
    isWhole || files.some((file) => /-queries\.ts$|^apps\/server\/src\/platform\/db\//.test(file))
  const withFiles = (step: TestStep, kind: string) => {
    const chosen = endToEnd.filter((file) => file.endsWith(`.${kind}.test.ts`) && isNamedBy(file, files))
    return chosen.length > 0 ? [{ ...step, args: [...step.args, ...chosen] }] : []
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
        return [related(step, base)]
      case 'unit':
        // Those of the tools read the sources instead of importing them.
        return [
          related(step, base),
          {
            ...step,
            name: 'rules of the sources',
            args: [...step.args, 'tools', 'literal-texts', 'settings.test'],
          },
        ]
      default: {
        if (step.env?.TEST_DATABASE_URL && !touchesSql) return []
        return [isWhole ? step : related(step, base)]
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

/** A journey of a changed feature has the feature's name, or a part of it, in its own; a changed journey names itself. */
function isNamedBy(journey: string, files: readonly string[]): boolean {
  if (files.includes(journey)) return true
  const words = stemsOf(journey.replace(/^.*\/|\.(e2e|process)\.test\.ts$/g, ''))
  const features = files.flatMap((file) => /^apps\/\w+\/src\/features\/([^/]+)\//.exec(file)?.[1] ?? [])
  return features.some((feature) => stemsOf(feature).some((stem) => words.includes(stem)))
}

const stemsOf = (name: string) => name.split('-').map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''))
