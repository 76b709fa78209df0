import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import {
  addTexts,
  type Catalogues,
  type Change,
  collectTexts,
  removeTexts,
  renameTexts,
  setTexts,
  type Texts,
} from './text/change-catalogues.ts'

// `npm run text`: one text in all fifteen catalogues at once, each key at its place.

const usage = `Usage:
  npm run text -- add KEY < texts.json     {"bs": "…", "cs": "…", …}: a new text in all fifteen languages
  npm run text -- add < texts.json         {"KEY": {"bs": "…", …}, …}: several at once
  npm run text -- set [KEY] < texts.json   the same for texts that exist; languages may be left out
  npm run text -- show KEY                 the texts as "add" reads them; KEY. is the whole group
  npm run text -- rename OLD NEW           KEY. renames the whole group; the code is yours to change
  npm run text -- remove KEY               KEY. removes the whole group`

const folder = fileURLToPath(new URL('../locales/', import.meta.url))
const pathOf = (locale: string) => join(folder, `${locale}.json`)

const [command, first, second, ...rest] = process.argv.slice(2)
const changes: Record<string, () => Change> = {
  add: () => addTexts(readCatalogues(), readGivenTexts(first)),
  set: () => setTexts(readCatalogues(), readGivenTexts(first)),
  rename: () => (first && second ? renameTexts(readCatalogues(), first, second) : fail(usage)),
  remove: () => (first && !second ? removeTexts(readCatalogues(), first) : fail(usage)),
}
if (rest.length > 0 || (second && command !== 'rename')) fail(usage)
else if (command === 'show' && first) console.log(formatJson(collectTexts(readCatalogues(), first)).trimEnd())
else writeChange((changes[command ?? ''] ?? (() => fail(usage)))())

function readCatalogues(): Catalogues {
  const locales = readdirSync(folder).map((name) => name.replace('.json', ''))
  return Object.fromEntries(
    locales.map((locale) => [locale, JSON.parse(readFileSync(pathOf(locale), 'utf8'))]),
  )
}

/** Texts from standard input: of the given key, or of several by their keys. */
function readGivenTexts(key: string | undefined): Texts {
  if (process.stdin.isTTY) fail(usage)
  let given: unknown
  try {
    given = JSON.parse(readFileSync(0, 'utf8'))
  } catch (error) {
    return fail(`The texts are not JSON: ${(error as Error).message}`)
  }
  const texts = key ? { [key]: given } : given
  return isTexts(texts) ? texts : fail(usage)
}

function isTexts(value: unknown): value is Texts {
  return isObject(value) && Object.values(value).every((texts) => isObject(texts) && hasOnlyStrings(texts))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasOnlyStrings(value: Record<string, unknown>): boolean {
  return Object.values(value).every((text) => typeof text === 'string')
}

function writeChange({ catalogues, problems }: Change): void {
  if (problems.length > 0) fail(problems.join('\n'))
  for (const [locale, catalogue] of Object.entries(catalogues))
    writeFileSync(pathOf(locale), formatJson(catalogue))
  console.log(`Written: ${Object.keys(catalogues).join(', ')}. \`npm test -- locales\` checks them.`)
}

function formatJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
