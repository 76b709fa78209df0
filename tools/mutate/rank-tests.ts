import { posix } from 'node:path'

/**
 * The kind of a test file, by its name; cheaper kinds come first. At most this many of a kind that reach a fault are run
 * with it: beyond them one that notices it would be a coincidence.
 */
const kinds = [
  ['unit', 20, /^(?!e2e\/)(?!.*\.(api|link|process|e2e)\.test\.).*\.test\.ts$/],
  ['components', 10, /\.test\.tsx$/],
  ['api', 6, /\.api\.test\.ts$/],
  ['link', 4, /\.link\.test\.ts$/],
] as const

export type TestKind = (typeof kinds)[number][0]

/** Whether tests of a kind start servers, databases and brokers, and so are slow. */
export const isWithServer = (kind: TestKind | null): boolean => kind === 'api' || kind === 'link'

/** The test files of a kind, the nearest ones first. */
export interface RankedTests {
  kind: TestKind
  tests: string[]
  /** How many of them are run at most. */
  most: number
}

export const describeMost = (): string =>
  kinds.map(([kind, most]) => `${most} of the kind \`${kind}\``).join(', ')

export function kindOfTest(file: string): TestKind | null {
  return kinds.find(([, , pattern]) => pattern.test(file))?.[0] ?? null
}

/** The importers of each file, by its path; `texts` are all files of the tree. */
export function findImporters(texts: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>()
  for (const [file, text] of texts) {
    for (const [, name] of text.matchAll(/(?:from|import|import\(|URL\()\s*'([^']+)'/g)) {
      const imported = resolveImport(file, name!)
      if (!texts.has(imported)) continue
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
    }
  }
  return importers
}

function resolveImport(file: string, name: string): string {
  const [, workspace, path] = /^@ohmstead\/([^/]+)\/(.+)$/.exec(name) ?? []
  return workspace ? `packages/${workspace}/src/${path}.ts` : posix.join(posix.dirname(file), name)
}

/**
 * The test files that can reach a file, the nearest first, the cheapest kind first. `likeness` says how relevant the
 * text of a server test is to the place in question.
 */
export function rankTests(
  file: string,
  importers: ReadonlyMap<string, ReadonlySet<string>>,
  likeness: (test: string) => number,
): RankedTests[] {
  const distances = new Map([[file, 0]])
  for (const [at, distance] of distances)
    for (const importer of importers.get(at) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  const byKind = Map.groupBy(distances.keys(), kindOfTest)
  return kinds.map(([kind, most]) => {
    // Every server test imports everything: its words say more about its subject.
    const rank = (test: string) => (isWithServer(kind) ? -likeness(test) : distances.get(test)!)
    const ranked = (byKind.get(kind) ?? []).map((test) => ({ test, rank: rank(test) }))
    const tests = ranked.sort((a, b) => a.rank - b.rank).map(({ test }) => test)
    return { kind, tests, most }
  })
}
