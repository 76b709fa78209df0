import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { checkHouseholdSamples } from './samples/household-samples.ts'
import { checkLinkSamples } from './samples/link-samples.ts'
import { checkMeterSamples } from './samples/meter-samples.ts'
import { checkOpenemsSamples } from './samples/openems-samples.ts'
import { checkOptimizerSamples } from './samples/optimizer-samples.ts'
import { checkP1LinkSamples } from './samples/p1-link-samples.ts'
import { checkP1Samples } from './samples/p1-samples.ts'
import { checkPortalCsvSamples, holdsPortalCsv } from './samples/portal-csv-samples.ts'
import { checkPvwattsSamples } from './samples/pvwatts-samples.ts'
import { checkShellySamples } from './samples/shelly-samples.ts'
import { checkSolarSamples } from './samples/solar-samples.ts'
import { checkSpotSamples } from './samples/spot-samples.ts'
import { checkSpotSourceSamples } from './samples/spot-source-samples.ts'
import { checkTasmotaSamples } from './samples/tasmota-samples.ts'
import { checkWeatherSamples } from './samples/weather-samples.ts'

// `npm run test:samples -- DIR`: everything that works on measured data, over a folder of such files. None of them is
// part of the project.

interface Findings {
  files: number
  problems: string[]
  /** Findings where nothing should be wrong. */
  notes?: string[]
}

interface SampleCheck {
  name: string
  /** The folder below DIR that it reads. */
  folder: string
  /** File names that the folder may lack; otherwise a folder without files is a problem. */
  mayLack?: string
  run: (directory: string) => Findings | Promise<Findings>
}

const checks: SampleCheck[] = [
  { name: 'P1 telegrams are parsed', folder: 'p1', run: checkP1Samples },
  ...['p1', 'p1-slovenia', 'homewizard', 'ams'].map((folder) => ({
    name: 'messages of meters are read by their adapters',
    folder,
    run: (directory: string) => checkMeterSamples(directory, folder),
  })),
  { name: 'P1 telegrams go through the link as they are', folder: 'p1', run: checkP1LinkSamples },
  {
    name: 'measured households run through the plant model',
    folder: 'households',
    run: checkHouseholdSamples,
  },
  {
    name: 'a battery for a measured household costs what is published',
    folder: 'households',
    run: checkOptimizerSamples,
  },
  {
    name: 'a measured year goes through the controller link into charts',
    folder: 'households',
    run: checkLinkSamples,
  },
  { name: 'a battery follows spot prices', folder: 'spot', run: checkSpotSamples },
  { name: 'answers of the spot market are read', folder: 'spot', run: checkSpotSourceSamples },
  {
    name: 'the sun stands where PVGIS says',
    folder: 'solar',
    mayLack: 'hourly answer of PVGIS with the height of the sun (pvgis*.csv or .json)',
    run: checkSolarSamples,
  },
  {
    name: 'panels yield what PVWatts says',
    folder: 'solar',
    mayLack: 'hourly year of PVWatts (.csv or .csv.gz)',
    run: checkPvwattsSamples,
  },
  {
    name: 'the weather client reads what Open-Meteo answers',
    folder: 'solar',
    mayLack: 'hourly answer of Open-Meteo (.json)',
    run: checkWeatherSamples,
  },
  { name: 'statuses of Shellys are read', folder: 'shelly', run: checkShellySamples },
  { name: 'frames of an OpenEMS Edge are read', folder: 'openems-derived', run: checkOpenemsSamples },
  { name: 'messages of Tasmota are read', folder: 'tasmota', run: checkTasmotaSamples },
  // Exports of the national portal may be in either, and in folders with nothing else.
  ...['portal', 'network-fee'].map(checkOfPortal),
]

const directory = process.argv[2]
if (!directory) fail('Name the folder: npm run test:samples -- DIR')
if (!existsSync(directory) || !statSync(directory).isDirectory()) fail(`${directory} is no folder`)

const known = new Set(checks.map(({ folder }) => folder))
const others = readdirSync(directory, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !known.has(entry.name))
  .map(({ name }) => name)
const uncovered = others.filter((name) => !holdsPortalCsv(join(directory, name)))
for (const folder of others) if (!uncovered.includes(folder)) checks.push(checkOfPortal(folder))

let passed = 0
let failed = 0
for (const { name, folder, mayLack, run } of checks) {
  if (!existsSync(join(directory, folder))) {
    console.log(`– ${name}: ${directory} has no folder ${folder}`)
    continue
  }
  const startedAt = performance.now()
  let files = 0
  let problems: string[]
  let notes: string[] = []
  try {
    const found = await run(directory)
    files = found.files
    notes = found.notes ?? []
    if (files === 0 && mayLack) {
      console.log(`– ${name}: ${join(directory, folder)} has no ${mayLack}`)
      continue
    }
    problems = files === 0 ? [...found.problems, 'no file was found'] : found.problems
  } catch (error) {
    problems = [(error as Error).stack ?? String(error)]
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${problems.length === 0 ? '✓' : '✗'} ${name}: ${files} files, ${seconds} s`)
  for (const line of [...problems, ...notes]) console.log(`    ${line}`)
  if (problems.length === 0) passed++
  else failed++
}
for (const name of uncovered) console.log(`– ${name}: not covered yet`)
if (passed + failed === 0) fail(`${directory} has none of the folders ${[...known].join(', ')}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

function checkOfPortal(folder: string): SampleCheck {
  return {
    name: 'exports of the metering portal are read, labelled and calculated',
    folder,
    run: (directory) => checkPortalCsvSamples(directory, folder),
  }
}

function fail(line: string): never {
  console.error(line)
  process.exit(1)
}
