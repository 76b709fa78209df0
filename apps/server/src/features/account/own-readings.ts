import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { Queryable } from '../../platform/db/db.ts'
import { addDays } from '../portal/client/portal-dates.ts'
import { dayGrid } from '../portal/import/day-readings.ts'
import { findOwnDevices } from '../portal/points/abstract-device-queries.ts'
import { findDays, type StoredDay } from '../portal/readings/quarter-hour-queries.ts'

const daysPerFile = 60
// This many at a time: the longest delay for others.
const daysPerPiece = 10

interface ReadingFile {
  name: string
  read(): AsyncIterable<string>
}

/** The quarter-hours of somebody's metering points, some weeks per file. */
export async function listReadingFiles(db: Queryable, userId: number): Promise<ReadingFile[]> {
  const files: ReadingFile[] = []
  for (const { id, eimm, readings_from, readings_to } of await findOwnDevices(db, userId)) {
    if (readings_from === null || readings_to === null) continue
    for (let from = readings_from; from <= readings_to; from = addDays(from, daysPerFile)) {
      const toDay = addDays(from, daysPerFile - 1)
      // The name may come from an imported file: it must not point outside the folder.
      const name = `readings/${eimm.replace(/[^\w.-]/g, '_')}-${id}-${from}.csv`
      files.push({ name, read: () => readPieces(db, id, from, toDay) })
    }
  }
  return files
}

async function* readPieces(db: Queryable, deviceId: number, first: string, last: string) {
  yield 'start,import_kwh,export_kwh,quality\n'
  for (let from = first; from <= last; from = addDays(from, daysPerPiece)) {
    const to = addDays(from, daysPerPiece - 1)
    yield toLines(await findDays(db, deviceId, from, to < last ? to : last))
  }
}

function toLines(days: readonly StoredDay[]): string {
  const lines = days.flatMap(({ day, imports, exports, quality }) => {
    const { startMs } = dayGrid(day)
    return [...quality].map((state, at) => {
      const start = new Date(startMs + at * quarterHourMs).toISOString()
      return `${start},${toKwh(imports[at])},${toKwh(exports?.[at])},${state}\n`
    })
  })
  return lines.join('')
}

const toKwh = (milliWh: number | null | undefined) => (milliWh == null ? '' : String(milliWh / 1e6))
