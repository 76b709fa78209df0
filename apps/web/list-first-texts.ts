import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { findUsedKeys } from './find-used-keys.ts'

/** What loads a part of the application together with all texts (`lazy-page.tsx`, `load-part.ts`). */
const withAllTexts = new Set(['lazyPage', 'lazyPart', 'loadPart'])
const entry = 'apps/web/src/main.tsx'
/** Errors come by their code, so that all seem used: these are of calls that only pages with all texts make. */
const lateErrors =
  /^errors\.(backup|csv|plan|portal|price_list|rate_plan|replacement|roll_out|season|sharing|software|tunnel|too_many_(?!requests|attempts))/

/**
 * The keys of the texts that may be drawn before all texts have come: those named by the modules that the first pages
 * load. Whatever is loaded without waiting for all texts counts as one of them.
 */
export function listFirstTexts(root: string): string[] {
  const english = JSON.parse(readFileSync(join(root, 'locales/en.json'), 'utf8')) as object
  const sources = collectFirstSources((path) => readFileSync(join(root, path), 'utf8'))
  const used = findUsedKeys(Object.keys(english), [...sources.values()])
  return [...used].filter((key) => !lateErrors.test(key)).sort()
}

/** Each module by its path, with its text; of styles only where they are. Nothing is followed into what `without` names. */
export function collectFirstSources(
  read: (path: string) => string,
  without: RegExp | null = null,
): Map<string, string> {
  const sources = new Map<string, string>()
  const add = (path: string) => {
    if (sources.has(path) || without?.test(path)) return
    const isStyle = path.endsWith('.css')
    const source = isStyle ? '' : read(path)
    sources.set(path, source)
    if (isStyle) return
    for (const target of findImports(parseSync(path, source).program)) {
      const imported = resolve(path, target)
      if (imported) add(imported)
    }
  }
  add(entry)
  return sources
}

interface Node {
  type: string
  [field: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** What a module imports before it runs, or without waiting for all texts. */
function findImports(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(findImports)
  if (!isNode(node) || isErased(node)) return []
  if (node.type === 'CallExpression' && withAllTexts.has((node.callee as { name: string }).name)) return []
  const { value } = (node.source ?? {}) as { value?: unknown }
  const found = typeof value === 'string' ? [value] : []
  return [...found, ...Object.values(node).flatMap(findImports)]
}

/** Types are gone before anything runs. */
function isErased({ type, importKind, exportKind, specifiers }: Node): boolean {
  if (importKind === 'type' || exportKind === 'type') return true
  const names = (specifiers ?? []) as Node[]
  return (
    type === 'ImportDeclaration' && names.length > 0 && names.every(({ importKind }) => importKind === 'type')
  )
}

/** The path of a module of this repository; null for packages of others and what is no module. */
function resolve(from: string, target: string): string | null {
  const [, own, rest] = /^@ohmstead\/([\w-]+)\/(.+)$/.exec(target) ?? []
  if (own) return `packages/${own}/src/${rest}.ts`
  return /^\..*\.(tsx?|css)$/.test(target) ? join(dirname(from), target) : null
}
