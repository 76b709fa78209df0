import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { writeFaults } from './bench/benchmarks-page.ts'
import { areas, leftOut } from './mutate/areas.ts'
import { type ChosenFault, chooseFaults } from './mutate/choose-faults.ts'
import { copyTree, listFiles } from './mutate/copy-tree.ts'
import { describeResult } from './mutate/describe-result.ts'
import { equivalentFaults } from './mutate/equivalent-faults.ts'
import { findFaults } from './mutate/find-faults.ts'
import { insertSwitches } from './mutate/insert-switches.ts'
import {
  describeMost,
  findImporters,
  isWithServer,
  kindOfTest,
  rankTests,
  type TestKind,
} from './mutate/rank-tests.ts'
import { startRunner } from './mutate/start-runner.ts'
import { type Memory, testFault } from './mutate/test-fault.ts'
import { createWordLikeness } from './mutate/word-likeness.ts'

// `npm run mutate`: injects a fixed sample of faults into a copy of the code, one at a time, and reports how many the
// tests notice. `npm run mutate -- money pages` only those areas, `-- ID` one fault; `--list` shows the sample, `--fresh`
// discards earlier results.

const root = fileURLToPath(new URL('..', import.meta.url))
/** The number of characters around a fault that describe its context. */
const around = 400
const memoryFile = join(root, '.cache', 'mutate.json')
const given = process.argv.slice(2)
const words = given.filter((word) => !word.startsWith('--'))

const texts = new Map(
  listFiles(root)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)
const sources = [...texts].filter(
  ([file]) => areas.some(({ files }) => files.test(file)) && !leftOut.test(file),
)
const drawn = chooseFaults(
  sources.flatMap(([file, text]) => findFaults(file, text)),
  areas,
)
const sample = areas.flatMap(({ name, size }) =>
  drawn.filter(({ area, id }) => area === name && !(id in equivalentFaults)).slice(0, size),
)
const wanted = sample.filter(
  ({ area, id }) => words.length === 0 || words.some((word) => word === area || word === id),
)
if (given.includes('--list')) {
  for (const fault of wanted) console.log(describeFault(fault))
  process.exit(0)
}

const hashes = new Map<string, string>()
/** For a removed file known from an earlier run it is that of nothing. */
function hashOf(file: string): string {
  const known = hashes.get(file)
  if (known) return known
  const hash = createHash('sha256')
    .update(texts.get(file) ?? '')
    .digest('base64url')
    .slice(0, 16)
  hashes.set(file, hash)
  return hash
}

const memory = readMemory()
const ids = drawn.map(({ id }) => id)
const draw = createHash('sha256').update(ids.join()).digest('base64url').slice(0, 16)
memory.draws[draw] = ids

const copy = join(tmpdir(), `ohmstead-mutate-${process.pid}`)
const runners = Array.from({ length: availableParallelism() }, () => startRunner(copy))
process.on('exit', () => {
  for (const runner of runners) runner.close()
  rmSync(copy, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

copyTree(root, copy)
for (const [file, faults] of Map.groupBy(drawn, ({ file }) => file)) {
  const switchPath = join(copy, 'tools', 'mutate', 'fault-switch.ts')
  writeFileSync(join(copy, file), insertSwitches(file, texts.get(file)!, faults, switchPath))
}
// A fault is on or off when a module loads, so no test may reuse modules of the previous run.
const configuration = texts.get('vitest.config.ts')!
writeFileSync(join(copy, 'vitest.config.ts'), configuration.replaceAll('isolate: false', 'isolate: true'))

const askBroker = new Set(areas.filter(({ asksBroker }) => asksBroker).map(({ name }) => name))
const importers = findImporters(texts)
const likeness = createWordLikeness(new Map([...texts].filter(([file]) => isWithServer(kindOfTest(file)))))
const placeOf = ({ file, start, end }: ChosenFault) =>
  `${file} ${texts.get(file)!.slice(Math.max(0, start - around), end + around)}`
const isNoticed = ({ id }: ChosenFault) => typeof memory.verdicts[id]?.noticedBy === 'string'
console.log(`${wanted.length} faults, first with the tests that need no server`)
await tryFaults(wanted, (kind) => !isWithServer(kind))
const left = wanted.filter((fault) => !isNoticed(fault))
console.log(`${left.length} of them with servers as well`)
await tryFaults(left, () => true)

async function tryFaults(
  faults: readonly ChosenFault[],
  isWanted: (kind: TestKind) => boolean,
): Promise<void> {
  const waiting = [...faults]
  const work = async ({ run }: (typeof runners)[number]) => {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      const place = placeOf(fault)
      const ranked = rankTests(fault.file, importers, (test) => likeness(place, test))
      const tests = ranked.filter(
        ({ kind }) => isWanted(kind) && (kind !== 'link' || askBroker.has(fault.area)),
      )
      const verdict = await testFault(fault, tests, { memory, draw, hashOf, run })
      memory.verdicts[fault.id] = verdict
      writeMemory()
      const mark = verdict.noticedBy ? '✓' : Object.keys(verdict.ran).length > 0 ? '✗' : '–'
      console.log(`${faults.length - waiting.length}/${faults.length} ${mark} ${describeFault(fault)}`)
    }
  }
  await Promise.all(runners.map(work))
}

const { table, survivors, share } = describeResult(wanted, memory.verdicts)
console.log(`\n${table}\n`)
for (const fault of survivors) console.log(`not noticed: ${describeFault(fault)}`)
if (words.length === 0)
  writeFaults(`\`npm run mutate\` puts one fault at a time into the code, of a fixed sample of ${sample.length}: a condition turned round, a limit moved
by one, a guard, a call or a condition of a query left out, a dead button. The share is of those that a test notices;
at least 90 % must be. What does the same with the fault in it is left out by name, with the reason
(\`tools/mutate/equivalent-faults.ts\`).

${table}

A fault is tried with the test files that come by it, the nearest first, until one goes red: at most
${describeMost()}. One that takes eight times
as long as without the fault, and longer than a minute, is ended and counts as red. Journeys and tests of whole
processes are not asked, so that the true share is no lower.

Where nothing is known yet it takes some ${Math.round(countSpentMinutes() / runners.length)} minutes on ${runners.length} cores: the sum of what each test took, on this
machine beside other work. What is known of files that have not changed is kept in \`.cache/mutate.json\`, and a run that
was ended goes on there. \`npm run mutate -- money\` asks for one area.
`)
process.exit(share >= 0.9 ? 0 : 1)

/** Test time behind the current results, each without any fault and then with the tested ones. */
function countSpentMinutes(): number {
  const baselines = Object.entries(memory.baselines).filter(([test]) => texts.has(test))
  const seconds = [
    ...baselines.map(([, baseline]) => baseline.seconds),
    ...wanted.map(({ id }) => memory.verdicts[id]!.seconds),
  ]
  return seconds.reduce((sum, one) => sum + one, 0) / 60
}

function describeFault({ id, file, line, kind, original, replacement }: ChosenFault): string {
  const shorten = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 90)
  return `${id} ${file}:${line} ${kind}: ${shorten(original)} → ${shorten(replacement)}`
}

function readMemory(): Memory {
  const empty: Memory = { baselines: {}, verdicts: {}, draws: {} }
  if (given.includes('--fresh')) return empty
  try {
    return JSON.parse(readFileSync(memoryFile, 'utf8'))
  } catch {
    return empty
  }
}

function writeMemory(): void {
  mkdirSync(dirname(memoryFile), { recursive: true })
  writeFileSync(memoryFile, JSON.stringify(memory))
}
