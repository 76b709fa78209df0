import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { calculatePeriod } from '@ohmstead/network-fee/calculate-period'
import { timeBlockAt } from '@ohmstead/network-fee/calendar/time-block'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { buildMeteringPoint } from '@ohmstead/network-fee/wire/build-metering-point'
import { addDays, localDay } from '../../apps/server/src/features/portal/client/portal-dates.ts'
import { type PortalCsv, readPortalCsv } from '../../apps/server/src/features/portal/csv/read-portal-csv.ts'
import { dayGrid, listDays } from '../../apps/server/src/features/portal/import/day-readings.ts'
import { layOutDays } from '../../apps/server/src/features/portal/import/lay-out-days.ts'
import { readSample } from './sample-files.ts'

const largestPowerKw = 100_000

/**
 * Imports every 15-minute export of the portal in a folder like an upload, compares the operator's block labels with
 * the calendar, and calculates the fee of its readings: energies and lines must add up, the optimum must be proven.
 */
export async function checkPortalCsvSamples(
  directory: string,
  folder: string,
): Promise<{ files: number; problems: string[] }> {
  const found = listCsv(join(directory, folder))
  const problems: string[] = []
  for (const file of found) {
    try {
      for (const problem of await checkFile(readSample(file)))
        problems.push(`${relative(directory, file)}: ${problem}`)
    } catch (error) {
      problems.push(`${relative(directory, file)}: ${(error as Error).message}`)
    }
  }
  return { files: found.length, problems }
}

function listCsv(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.csv(\.gz)?$/i.test(name))
    .map((name) => join(folder, name))
}

/** Whether a folder of any name contains only exports of the portal, by columns that only these have. */
export function holdsPortalCsv(folder: string): boolean {
  const files = listCsv(folder)
  const isExport = (file: string) => {
    const [head = ''] = new TextDecoder().decode(readSample(file).subarray(0, 2000)).split(/\r?\n/)
    return /energija a\+/i.test(head) && /\bblok\b/i.test(head)
  }
  return files.length > 0 && files.every(isExport)
}

async function checkFile(content: Uint8Array): Promise<string[]> {
  const csv = await readPortalCsv(content)
  const starts = csv.readings.imports.map(({ startMs }) => startMs)
  const fromDay = localDay(starts.reduce((least, start) => Math.min(least, start), Number.POSITIVE_INFINITY))
  const lastDay = localDay(starts.reduce((most, start) => Math.max(most, start), 0))
  const toDay = addDays(lastDay, 1)
  const { days, problems } = layOutDays(csv.readings, { fromDay, toDay, nowMs: Date.now(), largestPowerKw })
  const told = problems.filter(({ kind }) => kind !== 'duplicate')
  return [
    ...told.map(({ kind, count }) => `${count} readings are "${kind}"`),
    ...(csv.unreadable ? [`${csv.unreadable.count} rows cannot be read`] : []),
    ...checkLabels(content, csv),
    ...checkFee(toSeries(days, fromDay, toDay)),
  ]
}

/** The operator names the block of each row; unreadable rows would shift them. */
function checkLabels(content: Uint8Array, csv: PortalCsv): string[] {
  const [head = '', ...lines] = new TextDecoder().decode(content).trim().split(/\r?\n/)
  const delimiter = head.includes(';') ? ';' : ','
  const column = head.split(delimiter).findIndex((name) => /^"?blok"?$/i.test(name.trim()))
  const { imports } = csv.readings
  if (column < 0 || csv.unreadable || lines.length !== imports.length) return []
  const labels = lines.map((line) =>
    Number(/\d/.exec(line.split(delimiter)[column] ?? '')?.[0] ?? Number.NaN),
  )
  const isSame = (at: number, place: number) =>
    Number.isNaN(labels[at]!) || labels[at] === timeBlockAt(imports[place]!.startMs)
  const count = (placeOf: (at: number) => number) => labels.filter((_, at) => !isSame(at, placeOf(at))).length
  // A file may be in descending order.
  const wrong = Math.min(
    count((at) => at),
    count((at) => labels.length - 1 - at),
  )
  return wrong > 0 ? [`${wrong} of ${labels.length} block labels differ from the calendar`] : []
}

function toSeries(
  days: ReturnType<typeof layOutDays>['days'],
  fromDay: string,
  toDay: string,
): QuarterHourSeries {
  const byDay = new Map(days.map((day) => [day.day, day]))
  const energies = listDays(fromDay, toDay).flatMap(
    (day) => byDay.get(day)?.imports ?? Array<null>(dayGrid(day).count).fill(null),
  )
  const importMilliWh = Float64Array.from(energies, (energy) => energy ?? Number.NaN)
  return {
    firstStartMs: dayGrid(fromDay).startMs,
    importMilliWh,
    exportMilliWh: null,
    isEstimated: new Uint8Array(importMilliWh.length),
  }
}

/** A connection sized to the readings replaces what a file lacks. */
function checkFee(series: QuarterHourSeries): string[] {
  const energies = series.importMilliWh.filter((energy) => !Number.isNaN(energy))
  const peakKw = energies.reduce((most, energy) => Math.max(most, energy), 0) / 250_000
  const connectionPower = Math.max(17, Math.ceil(peakKw))
  const { point } = buildMeteringPoint({
    ...{ billingPower: 10, connectionPower, consumerType: 'RESIDENTIAL', userGroup: 0, currentLimit: null },
    ...{ isThreePhase: true, tariffsCount: 2, yearlyWorkHours: null },
    powerLimits: [
      {
        ...{ block1: 5, block2: 5, block3: 5, block4: 5, block5: 5, connectionPower },
        ...{ dateFrom: '2020-01-01', dateTo: '9999-12-31', isValid: true, limitSetBy: 'operator' },
        ...{ minimumPower: 3.4, enteredOn: null },
      },
    ],
  })
  const result = calculatePeriod(
    {
      ...{ readings: series, point, energyPrices: { vt: 0.1, mt: 0.08, et: null } },
      options: { newSystemBeforeStart: 'firstTable' },
    },
    [],
  )
  const problems: string[] = []
  const months = Object.values(result.newSystem)
  const counted = months.reduce((sum, { networkEnergy }) => sum + (networkEnergy?.value?.amount ?? 0), 0)
  const read = energies.reduce((sum, energy) => sum + energy, 0) / 1e6
  if (months.every(({ networkEnergy }) => networkEnergy) && Math.abs(counted - read) > 1e-6)
    problems.push(`the blocks hold ${counted} kWh, the readings ${read} kWh`)
  for (const { month, networkPower, networkEnergy } of months)
    for (const part of [networkPower, networkEnergy]) {
      const sum = part?.lines.reduce((all, { totalCost }) => all + totalCost.microEuro, 0)
      if (part && sum !== part.microEuro) problems.push(`${month}: the lines are not their sum`)
    }
  const gap = result.agreedPower.answer?.certificate.relativeGap ?? 0
  if (gap > 1e-9) problems.push(`the gap of the optimum is ${gap}`)
  return problems
}
