import type { Db } from '../../platform/db/db.ts'
import { JobFailed, type JobProgress } from '../../platform/jobs/jobs.ts'
import { finishExport, insertExportPart } from './export-queries.ts'
import { listPieces } from './list-pieces.ts'
import {
  findEnergyHours,
  findOwnData,
  findOwnedLocationIds,
  findOwnSeries,
  type OwnSeries,
  ownData,
} from './own-data-queries.ts'
import { listReadingFiles } from './own-readings.ts'
import { createZipWriter } from './zip-writer.ts'

const partBytes = 512 * 1024
// Sixty days of a series in one file, ten of them at a time.
const hoursPerPiece = 10 * 24
const piecesPerFile = 6

const readme = `This archive holds what is kept about you: your account, your locations, and what was measured at the locations
you own. Instants are milliseconds since 1970 (UTC). Files in "energy" have one line per five minutes: the beginning in
UTC and the energy in watt-hours; no line where nothing is known. Files in "readings" have one line per quarter-hour of
your metering points: its beginning in UTC, kilowatt-hours taken and fed in, and what is known of it (. measured,
e estimated, m missing, z a zero that may be a gap).
`

/** Puts all data of a person into one archive, stored in parts; in slices that yield to others. */
export async function gatherOwnData(
  progress: JobProgress,
  { exportId, userId, now }: { exportId: number; userId: number; now: number },
): Promise<void> {
  const { db } = progress
  const store = createPartStore(db, exportId)
  try {
    const zip = createZipWriter(store.write, new Date(now))
    const series: OwnSeries[] = []
    for (const locationId of await findOwnedLocationIds(db, userId))
      series.push(...(await findOwnSeries(db, locationId)))
    const names = Object.keys(ownData)
    let done = 0
    const files = await listReadingFiles(db, userId)
    const total = names.length + series.length + files.length
    await zip.add('README.txt', [readme])
    for (const name of names) {
      await add(
        `${name}.json`,
        listPieces((page) => findOwnData(db, name, userId, page)),
      )
      await progress.report({ done: ++done, total })
    }
    for (const one of series) {
      await addEnergy(one)
      await progress.report({ done: ++done, total })
    }
    for (const { name, read } of files) {
      await add(name, read())
      await progress.report({ done: ++done, total })
    }
    const size = await zip.finish()
    await store.finish()
    await finishExport(db, exportId, 'ready', size)

    async function add(name: string, pieces: AsyncIterable<string>): Promise<void> {
      await zip.add(name, letOthersGo(pieces))
    }
    async function* letOthersGo(pieces: AsyncIterable<string>) {
      for await (const piece of pieces) {
        yield piece
        await progress.report({})
      }
    }

    async function addEnergy(one: OwnSeries): Promise<void> {
      // A controller chose these names: none may point outside the folder they are unpacked in.
      const file = `energy/${`${one.location_id}-${one.device_key}-${one.metric}`.replace(/[^\w.-]/g, '_')}`
      let hours = await findEnergyHours(db, one, -1, hoursPerPiece)
      for (let number = 1; hours.length > 0; number++) await add(`${file}-${number}.csv`, readPieces())

      async function* readPieces() {
        yield 'time,energy_wh\n'
        for (let piece = 0; piece < piecesPerFile && hours.length > 0; piece++) {
          yield hours.flatMap(toLines).join('')
          hours = await findEnergyHours(db, one, hours.at(-1)!.hour, hoursPerPiece)
        }
      }
    }
  } catch (error) {
    await finishExport(db, exportId, 'failed', null)
    throw error
  }
}

function toLines(row: { hour: number } & Record<`s${number}`, number | null>): string[] {
  return Array.from({ length: 12 }, (_, slot) => {
    const energyMilliWh = row[`s${slot}`]
    if (energyMilliWh === null || energyMilliWh === undefined) return ''
    return `${new Date(row.hour + slot * 300_000).toISOString()},${energyMilliWh / 1000}\n`
  })
}

/** Collects output into rows of half a megabyte. */
function createPartStore(db: Db, exportId: number) {
  let waiting: Buffer[] = []
  let size = 0
  let position = 0
  async function flush(): Promise<void> {
    if (size === 0) return
    if ((await insertExportPart(db, exportId, position++, Buffer.concat(waiting))) === 0)
      throw new JobFailed('conflict')
    waiting = []
    size = 0
  }
  return {
    write: async (bytes: Buffer) => {
      waiting.push(bytes)
      size += bytes.length
      if (size >= partBytes) await flush()
    },
    finish: flush,
  }
}
