import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

// Who may import whom (docs/architecture.md), and what the packages may not use because they are pure.

const root = fileURLToPath(new URL('..', import.meta.url))

interface Import {
  /** A path of this repository, or the name of a package. */
  to: string
  isTypeOnly: boolean
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.includes('/testing/')

function listSources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'public'].includes(entry.name) ? [] : listSources(path)
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [path] : []
  })
}

/** Comments and string contents are removed, so that mentioning a clock does not count as reading one. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')

function readImports(file: string, text: string): Import[] {
  const found: Import[] = []
  const statement = /(?:^|[\n;])\s*(import|export)\s+(type\s+)?(?:([^'"`;]*?)\s+from\s+)?['"]([^'"]+)['"]/g
  for (const [, , type, names, target] of text.matchAll(statement)) {
    const isTypeOnly =
      type !== undefined ||
      (names !== undefined && /^\{(\s*type\s+\w+(\s+as\s+\w+)?\s*,?)+\}$/.test(names.trim()))
    found.push({ to: resolve(file, target!), isTypeOnly })
  }
  for (const [, target] of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g))
    found.push({ to: resolve(file, target!), isTypeOnly: false })
  return found
}

function resolve(file: string, target: string): string {
  if (target.startsWith('.')) return relative(root, join(root, dirname(file), target))
  const own =
    /^@ohmstead\/(domain|network-fee|optimizer|pricing|savings|sharing|contract|adapters)\/(.+)$/.exec(target)
  return own ? `packages/${own[1]}/src/${own[2]}.ts` : target
}

const files = ['packages', 'apps', 'tools', 'e2e'].flatMap(listSources)
const texts = new Map(files.map((file) => [file, withoutComments(readFileSync(join(root, file), 'utf8'))]))
const imports = new Map(files.map((file) => [file, readImports(file, texts.get(file)!)]))

/** Every import of files under `from` matched by `isWrong`, as `file → target`; tests are exempt unless `withTests`. */
function findWrong(
  from: string,
  isWrong: (target: Import, file: string) => boolean,
  withTests = false,
): string[] {
  return files
    .filter((file) => file.startsWith(from) && (withTests || !isTest(file)))
    .flatMap((file) =>
      imports
        .get(file)!
        .filter((target) => isWrong(target, file))
        .map(({ to }) => `${file} → ${to}`),
    )
}

const under =
  (...folders: string[]) =>
  (target: Import) =>
    folders.some((folder) => target.to.startsWith(folder))
const isOfRepository = under('packages/', 'apps/', 'tools/', 'e2e/')

describe('imports', () => {
  it('are found at all', () => {
    expect(files.length).toBeGreaterThan(100)
    expect([...imports.values()].flat().filter(isOfRepository).length).toBeGreaterThan(100)
    const unresolved = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => isOfRepository(target) && /\.tsx?$/.test(target.to) && !texts.has(target.to))
        .map(({ to }) => `${file} → ${to}`),
    )
    expect(unresolved).toEqual([])
  })

  it('of the domain stay in the domain', () => {
    expect(findWrong('packages/domain/', (target) => !target.to.startsWith('packages/domain/'))).toEqual([])
  })

  it('of the network fee stay in the network fee and the domain', () => {
    const allowed = under('packages/domain/', 'packages/network-fee/')
    expect(findWrong('packages/network-fee/', (target) => !allowed(target))).toEqual([])
  })

  it('of prices stay in prices, the network fee and the domain', () => {
    const allowed = under('packages/domain/', 'packages/network-fee/', 'packages/pricing/')
    expect(findWrong('packages/pricing/', (target) => !allowed(target))).toEqual([])
  })

  it('of sharing stay in sharing, prices, the network fee and the domain', () => {
    const allowed = under(
      'packages/domain/',
      'packages/network-fee/',
      'packages/pricing/',
      'packages/sharing/',
    )
    expect(findWrong('packages/sharing/', (target) => !allowed(target))).toEqual([])
  })

  it('of savings stay in savings, the optimizer, prices, the network fee and the domain', () => {
    const allowed = under(
      'packages/domain/',
      'packages/network-fee/',
      'packages/optimizer/',
      'packages/pricing/',
      'packages/savings/',
    )
    expect(findWrong('packages/savings/', (target) => !allowed(target))).toEqual([])
  })

  it('of the contract stay in the domain, the contract and zod', () => {
    const allowed = under('packages/domain/', 'packages/contract/')
    expect(findWrong('packages/contract/', (target) => !allowed(target) && target.to !== 'zod')).toEqual([])
  })

  it('of the adapters stay in the domain, the contract and the adapters', () => {
    const allowed = under('packages/domain/', 'packages/contract/', 'packages/adapters/')
    expect(findWrong('packages/adapters/', (target) => !allowed(target))).toEqual([])
  })

  it('never lead from one program to another', () => {
    for (const app of ['server', 'web', 'controller']) {
      const isForeign = (target: Import) =>
        isOfRepository(target) && !under('packages/', `apps/${app}/`)(target)
      // The demo of the server starts the controller's program, and so knows it.
      const isDemo = (target: Import, file: string) =>
        file.startsWith('apps/server/src/features/demo/') && target.to.startsWith('apps/controller/')
      expect(findWrong(`apps/${app}/`, (target, file) => isForeign(target) && !isDemo(target, file))).toEqual(
        [],
      )
    }
  })

  it('of the browser include no validation library and no contract values that need one', () => {
    const loadsZod = (file: string, seen = new Set<string>()): boolean =>
      !seen.has(file) &&
      !!seen.add(file) &&
      (imports.get(file) ?? []).some(
        ({ to, isTypeOnly }) => !isTypeOnly && (to === 'zod' || loadsZod(to, seen)),
      )
    expect(
      findWrong('apps/web/', ({ to, isTypeOnly }) => !isTypeOnly && (to === 'zod' || loadsZod(to))),
    ).toEqual([])
  })

  it('of the server lead from features to the platform, and only the top knows the features', () => {
    const features = under('apps/server/src/features/')
    const isAbovePlatform = under('apps/server/src/deps.ts', 'apps/server/src/route.ts')
    expect(
      findWrong('apps/server/src/platform/', (target) => features(target) || isAbovePlatform(target)),
    ).toEqual([])
    const isTop = under(
      'apps/server/src/app.ts',
      'apps/server/src/open-portal.ts',
      'apps/server/src/open-spot-market.ts',
      'apps/server/src/open-weather.ts',
      'apps/server/src/start-server.ts',
      'apps/server/src/main.ts',
    )
    expect(findWrong('apps/server/src/features/', isTop)).toEqual([])
    expect(findWrong('apps/server/src/platform/', isTop)).toEqual([])
  })

  it('of a server feature never reach into the routes of another', () => {
    const featureOf = (path: string) => /^apps\/server\/src\/features\/([^/]+)\//.exec(path)?.[1]
    const isForeignRoute = ({ to }: Import, file: string) =>
      to.endsWith('-routes.ts') && featureOf(to) !== undefined && featureOf(to) !== featureOf(file)
    expect(findWrong('apps/server/src/features/', isForeignRoute)).toEqual([])
  })

  it('of what runs in production reach nothing that is made for tests', () => {
    const isForTests = (file: string) => isTest(file) || /-test-kit\.ts$/.test(file)
    const tools = ['vitest', 'fast-check', 'playwright', '@testing-library/react']
    const isWrong = ({ to }: Import, file: string) =>
      !isForTests(file) &&
      (isForTests(to) ||
        tools.includes(to.split(/\/(?!react)/)[0]!) ||
        under('e2e/', 'tools/')({ to, isTypeOnly: false }))
    expect([...findWrong('apps/', isWrong), ...findWrong('packages/', isWrong)]).toEqual([])
    // Nor is any of them reached by file name, as threads are.
    const named = files.filter(
      (file) =>
        /^(apps|packages)\//.test(file) &&
        !isForTests(file) &&
        /['"`][^'"`\n]*(\/testing\/|\.test\.ts|-test-kit\.ts)/.test(texts.get(file)!),
    )
    expect(named).toEqual([])
  })

  it('of the browser lead from the pages to the parts', () => {
    const layers = ['ui', 'shared', 'features', 'app'].map((layer) => `apps/web/src/${layer}/`)
    layers.forEach((layer, index) => {
      expect(findWrong(layer, under(...layers.slice(index + 1)))).toEqual([])
    })
  })

  it('of a browser feature and its tests never lead into another feature', () => {
    const featureOf = (path: string) => /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1]
    const isForeign = ({ to }: Import, file: string) =>
      featureOf(to) !== undefined && featureOf(to) !== featureOf(file)
    expect(findWrong('apps/web/src/features/', isForeign, true)).toEqual([])
  })

  it('form no circle, not even of types', () => {
    const done = new Set<string>()
    const visit = (file: string, path: string[]): string[] | null => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
      if (done.has(file)) return null
      for (const { to } of imports.get(file) ?? []) {
        const circle = visit(to, [...path, file])
        if (circle) return circle
      }
      done.add(file)
      return null
    }
    expect(files.map((file) => visit(file, [])).find(Boolean) ?? null).toBeNull()
  })
})

describe('packages', () => {
  it('use no clock, randomness, environment, machine or time zone of the machine', () => {
    const impure =
      /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bprocess\.|\bTemporal\.Now\b|\bperformance\.|\bsetTimeout\b|\bsetInterval\b|\bfetch\(|\bcrypto\.|\.getTimezoneOffset|\.toLocale\w+\(\)|\bconsole\./
    const found = files
      .filter((file) => file.startsWith('packages/') && !isTest(file))
      .flatMap((file) =>
        texts
          .get(file)!
          .split('\n')
          .filter((line) => impure.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      )
    expect(found).toEqual([])
  })
})

describe('files', () => {
  it('have names that are unique in the repository', () => {
    // A program is called main or like its command, and the contract names its files by feature alone.
    const byName = Map.groupBy(
      files.filter(
        (file) => !/(\/(main|vite\.config)\.tsx?|contract\/src\/[^/]+\.ts|^tools\/[^/]+\.ts)$/.test(file),
      ),
      (file) => basename(file).replace(/\.module\.css$/, ''),
    )
    expect([...byName.values()].filter((same) => same.length > 1)).toEqual([])
  })

  it('are named in small letters and dashes', () => {
    expect(files.filter((file) => !/^[a-z0-9-]+(\.[a-z0-9]+)*$/.test(basename(file)))).toEqual([])
  })

  it('are no barrels', () => {
    expect(files.filter((file) => /\/(index|utils?|helpers?)\.tsx?$/.test(file))).toEqual([])
  })
})
