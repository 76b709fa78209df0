import { setImmediate as letOthersGo } from 'node:timers/promises'
import type { ReadingProblemView } from '@ohmstead/contract/abstract-devices'
import { localMidnightMs } from '@ohmstead/network-fee/local-time'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import type { QuarterHours } from '../portal/parse-quarter-hours.ts'
import { addDays, localDay } from '../portal/portal-dates.ts'
import { findDevice } from './abstract-device-queries.ts'
import type { DayReadings } from './day-readings.ts'
import { upsertCsvDevice } from './device-change-queries.ts'
import { largestPowerKw } from './import-readings.ts'
import { layOutDays } from './lay-out-days.ts'
import { findDays } from './quarter-hour-queries.ts'
import { type PortalCsv, readPortalCsv } from './read-portal-csv.ts'
import { storeDays } from './store-days.ts'

const daysPerSlice = 60
const earliestDay = '2010-01-01'

interface Imported {
  days: number
  readings: number
  problems: ReadingProblemView[]
}

/**
 * Takes a file of the portal: it adds what is missing or estimated, and what differs from measured readings that are
 * there is told, not taken. Throws AppError where it is another file.
 */
export async function importCsv(
  deps: Pick<Deps, 'db' | 'clock'>,
  audit: AuditContext,
  userId: number,
  content: unknown,
): Promise<{ deviceId: number; imported: Imported }> {
  if (!(content instanceof Uint8Array))
    throw new AppError('invalid_request', { fields: { file: 'required' } })
  const { db } = deps
  const csv = await readPortalCsv(content)
  const range = rangeOf(csv, audit.at)
  const deviceId = await db.transaction((tx) => getDevice(tx, csv))
  const device = (await findDevice(db, deviceId))!
  const limits = {
    nowMs: audit.at,
    largestPowerKw: largestPowerKw(device.portal_info?.connectionPower ?? null),
  }
  const problems: ReadingProblemView[] = []
  if (csv.unreadable)
    problems.push({ kind: 'unreadable', count: csv.unreadable.count, first: csv.unreadable.firstLine })
  let answerId: number | undefined
  let days = 0
  let readings = 0
  for (const slice of sliceByDays(csv.readings, range)) {
    const found = layOutDays(slice.readings, { ...slice.range, ...limits })
    problems.push(...found.problems)
    const { fromDay, toDay } = slice.range
    problems.push(...findConflicts(await findDays(db, deviceId, fromDay, addDays(toDay, -1)), found.days))
    const proof = { source: 'csv', raw: content, now: audit.at, answerId } as const
    ;({ answerId } = await db.transaction((tx) => storeDays(tx, deviceId, found.days, proof)))
    days += found.days.length
    readings += found.days.reduce((sum, day) => sum + day.imports.filter((value) => value !== null).length, 0)
    await letOthersGo()
  }
  await recordAudit(db, audit, {
    action: 'abstract_device_csv_imported',
    userId,
    after: { id: deviceId, days, readings },
  })
  return { deviceId, imported: { days, readings, problems: joinKinds(problems) } }

  async function getDevice(
    tx: Parameters<typeof recordAudit>[0],
    { eimm, gsrn }: PortalCsv,
  ): Promise<number> {
    const { id, isNew } = await upsertCsvDevice(tx, { userId, eimm, gsrn, now: audit.at })
    if (isNew) await recordAudit(tx, audit, { action: 'abstract_device_added', userId, after: { id, eimm } })
    return id
  }
}

/** The local days that a file speaks of, none in the future. */
function rangeOf({ readings: { imports } }: PortalCsv, now: number): { fromDay: string; toDay: string } {
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const { startMs } of imports) {
    first = Math.min(first, startMs)
    last = Math.max(last, startMs)
  }
  if (first > last) throw new AppError('csv_empty')
  const fromDay = localDay(first)
  const end = localDay(Math.min(last, now))
  if (fromDay > end) throw new AppError('csv_empty')
  return { fromDay: fromDay > earliestDay ? fromDay : earliestDay, toDay: addDays(end, 1) }
}

/** The readings in portions of some weeks, so that a file of years holds nobody up. */
function sliceByDays(readings: QuarterHours, { fromDay, toDay }: { fromDay: string; toDay: string }) {
  const slices: { range: { fromDay: string; toDay: string }; fromMs: number; readings: QuarterHours }[] = []
  for (let from = fromDay; from < toDay; from = addDays(from, daysPerSlice)) {
    const end = addDays(from, daysPerSlice)
    slices.push({
      range: { fromDay: from, toDay: end < toDay ? end : toDay },
      fromMs: localMidnightMs(from),
      readings: { imports: [], exports: [], unreadable: 0 },
    })
  }
  for (const direction of ['imports', 'exports'] as const)
    for (const reading of readings[direction]) {
      const slice = slices.findLast(({ fromMs }) => fromMs <= reading.startMs) ?? slices[0]
      slice?.readings[direction].push(reading)
    }
  return slices
}

/** Measured readings that the file gives otherwise. */
function findConflicts(known: readonly DayReadings[], days: readonly DayReadings[]): ReadingProblemView[] {
  const byDay = new Map(known.map((day) => [day.day, day]))
  let count = 0
  let firstDay: string | null = null
  for (const { day, imports, quality } of days) {
    const before = byDay.get(day)
    if (!before || before.imports.length !== imports.length) continue
    const differing = imports.filter(
      (value, at) => before.quality[at] === '.' && quality[at] === '.' && before.imports[at] !== value,
    ).length
    if (differing > 0) firstDay ??= day
    count += differing
  }
  return firstDay === null
    ? []
    : [{ kind: 'conflict', count, first: Date.parse(`${firstDay}T00:00:00Z`) / 1000 }]
}

function joinKinds(problems: readonly ReadingProblemView[]): ReadingProblemView[] {
  const kinds = Map.groupBy(problems, ({ kind }) => kind)
  return [...kinds].map(([kind, same]) => ({
    kind,
    count: same.reduce((sum, { count }) => sum + count, 0),
    first: Math.min(...same.map(({ first }) => first)),
  }))
}
