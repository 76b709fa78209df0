import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// A test's dependencies other than imports, which no runner can follow.

export interface TestFile {
  file: string
  /** Files, or path prefixes. */
  reads: readonly string[]
}

/**
 * Every test outside the tools: what it opens by an address relative to a source (a document, a broker's configuration,
 * a worker), itself, through a test helper or through a source beside it. For journeys and processes it is their kit.
 */
export function listTestFiles(): TestFile[] {
  const sources = globSync(['{apps,packages}/*/src/**/*.{ts,tsx}', 'e2e/**/*.ts'])
  const texts = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')]))
  return findReads(texts)
}

export function findReads(texts: ReadonlyMap<string, string>): TestFile[] {
  const inFolder = Map.groupBy(texts.keys(), dirname)
  return [...texts.keys()].filter(isTest).map((file) => {
    const helpers = collectHelpers(file, texts)
    if (file.startsWith('e2e/')) return { file, reads: helpers }
    const beside = inFolder.get(dirname(file))!.filter((other) => !isTest(other))
    const opened = new Set([file, ...helpers, ...beside].flatMap((one) => listOpened(one, texts.get(one)!)))
    return { file, reads: [...opened] }
  })
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const isHelper = (file: string) => /\/testing\/|^e2e\/kit\//.test(file)

/** The helpers that a test imports, transitively. */
function collectHelpers(
  file: string,
  texts: ReadonlyMap<string, string>,
  found = new Set<string>(),
): string[] {
  for (const [, target] of texts.get(file)!.matchAll(/\b(?:from|import\()\s*['"](\.[^'"]+)['"]/g)) {
    const helper = join(dirname(file), target!)
    if (!isHelper(helper) || found.has(helper) || !texts.has(helper)) continue
    found.add(helper)
    collectHelpers(helper, texts, found)
  }
  return [...found]
}

/** Up to where the address is computed; the whole repository is nothing in particular. */
function listOpened(file: string, text: string): string[] {
  return [...text.matchAll(/new URL\(\s*['"`](\.[^'"`$]*)/g)]
    .map(([, target]) => join(dirname(file), target!))
    .filter((path) => !path.startsWith('.'))
}
