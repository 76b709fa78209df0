import { setImmediate as letOthersGo } from 'node:timers/promises'
import type { ReadingProblemView } from '@ohmstead/contract/portal'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/app-error.ts'
import { type AuditContext, recordAudit } from '../../audit/record-audit.ts'
import type { DayReadings } from '../import/day-readings.ts'
import { joinProblems } from '../import/join-problems.ts'
import { storeDays } from '../import/store-days.ts'
import { findKnownPoints } from '../points/abstract-device-queries.ts'
import { upsertCsvDevice } from '../points/device-change-queries.ts'
import { refuseTooManyPoints } from '../points/point-limit.ts'
import { findDays } from '../readings/quarter-hour-queries.ts'
import type { CsvDays } from './csv-task.ts'
import { unpackSlices } from './lay-out-csv.ts'
import { storeCsvPowers } from './store-csv-powers.ts'

interface Imported {
  days: number
  readings: number
  problems: ReadingProblemView[]
}

/**
 * Imports a file of the portal: adds what is missing or estimated; differences from existing measured readings
 * are reported, not applied. Stops between two portions if the caller disconnects; the same file again resumes there.
 * Throws AppError for another file.
 */
export async function importCsv(
  deps: Pick<Deps, 'db' | 'csvReader'>,
  audit: AuditContext,
  { userId, content, signal }: { userId: number; content: unknown; signal: AbortSignal },
): Promise<{ deviceId: number; imported: Imported }> {
  if (!(content instanceof Uint8Array))
    throw new AppError('invalid_request', { fields: { file: 'required' } })
  // Pages have priority.
  const db = deps.db.at('job')
  const task = { content, nowMs: audit.at, known: await findKnownPoints(db, userId) }
  const csv = await deps.csvReader.read(task, { person: userId, signal })
  const deviceId = await db.transaction((tx) => getDevice(tx, csv))
  const problems = [...csv.problems]
  let answerId: number | undefined
  let days = 0
  let readings = 0
  try {
    for (const slice of unpackSlices(csv)) {
      signal.throwIfAborted()
      problems.push(...findConflicts(await findDays(db, deviceId, slice[0]!.day, slice.at(-1)!.day), slice))
      const proof = { source: 'csv', raw: content, now: audit.at, answerId } as const
      ;({ answerId } = await db.transaction((tx) => storeDays(tx, deviceId, slice, proof)))
      days += slice.length
      readings += slice.reduce((sum, day) => sum + day.imports.filter((value) => value !== null).length, 0)
      await letOthersGo()
    }
  } finally {
    // Whatever the ending: stored portions stay.
    if (days > 0) {
      const after = { id: deviceId, days, readings }
      await recordAudit(db, audit, { action: 'abstract_device_csv_imported', userId, after })
    }
  }
  return { deviceId, imported: { days, readings, problems: joinProblems(problems) } }

  async function getDevice(tx: Parameters<typeof recordAudit>[0], csv: CsvDays): Promise<number> {
    const { eimm, gsrn } = csv
    const { id, isNew } = await upsertCsvDevice(tx, { userId, eimm, gsrn, now: audit.at })
    if (csv.agreedPowers) await storeCsvPowers(tx, id, csv.agreedPowers)
    if (!isNew) return id
    await refuseTooManyPoints(tx, userId)
    await recordAudit(tx, audit, { action: 'abstract_device_added', userId, after: { id, eimm } })
    return id
  }
}

/** Measured readings that differ in the file. */
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
