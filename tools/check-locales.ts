import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeNoteProblems, type NotedData } from './check-locales/describe-note-problems.ts'
import { describeProblems } from './check-locales/describe-problems.ts'
import { describeTermProblems } from './check-locales/describe-term-problems.ts'

// `node tools/check-locales.ts`: the catalogues are complete and consistent with each other and with the code that uses them.

const root = fileURLToPath(new URL('..', import.meta.url))

function readCatalogue(locale: string): Record<string, string> {
  return JSON.parse(readFileSync(join(root, 'locales', `${locale}.json`), 'utf8'))
}

function readSources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
}

const locales = readdirSync(join(root, 'locales')).map((name) => name.replace('.json', ''))
const catalogues = Object.fromEntries(locales.map((locale) => [locale, readCatalogue(locale)]))
const sources = [
  'apps/web/src',
  'apps/server/src',
  'packages/domain/src',
  'packages/network-fee/src',
].flatMap(readSources)
const rateFolder = 'packages/network-fee/src/rates'
const rateFiles = readdirSync(join(root, rateFolder)).filter((name) => name.endsWith('.json'))
const dataFiles = rateFiles.map((name) => {
  const data: NotedData = JSON.parse(readFileSync(join(root, rateFolder, name), 'utf8'))
  return [name, data] as const
})
const isOfSources = ([name]: readonly [string, NotedData]) => name === 'sources.json'
const notesOf = (prefix: string, files: typeof dataFiles) =>
  describeNoteProblems(catalogues.en ?? {}, prefix, Object.fromEntries(files))
const glossary = JSON.parse(readFileSync(join(root, 'docs', 'terms.json'), 'utf8'))
const problems = [
  ...describeProblems(catalogues, sources),
  ...describeTermProblems(catalogues, glossary),
  ...notesOf(
    'calculations.rate_note.',
    dataFiles.filter((file) => !isOfSources(file)),
  ),
  ...notesOf('calculations.source_note.', dataFiles.filter(isOfSources)),
]

for (const problem of problems) console.error(problem)
console.log(
  `${locales.join(', ')}: ${Object.keys(catalogues.en ?? {}).length} texts, ${problems.length} problems`,
)
process.exitCode = problems.length > 0 ? 1 : 0
