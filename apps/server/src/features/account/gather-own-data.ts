import type { Db } from '../../platform/db/db.ts'
import type { JobProgress } from '../../platform/jobs/jobs.ts'
import { finishExport, insertExportPart } from './export-queries.ts'
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
// Sixty days of a series in one file: some thousand lines.
const hoursPerFile = 60 * 24

const readme = `This archive holds what is kept about you: your account, your locations, and what was measured at the locations
you own. Instants are milliseconds since 1970 (UTC). Files in "energy" have one line per five minutes: the beginning in
UTC and the energy in watt-hours; no line where nothing is known. Files in "readings" have one line per quarter-hour of
your metering points: its beginning in UTC, kilowatt-hours taken and fed in, and what is known of it (. measured,
e estimated, m missing, z a zero that may be a gap).
`

/** Puts all data of a person into one archive, kept in parts; in slices that let others go first. */
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
    await zip.add('README.txt', readme)
    for (const name of names) {
      await zip.add(`${name}.json`, JSON.stringify(await findOwnData(db, name, userId), null, 2))
      await progress.report({ done: ++done, total })
    }
    for (const one of series) {
      await addEnergy(one)
      await progress.report({ done: ++done, total })
    }
    for (const { name, read } of files) {
      await zip.add(name, await read())
      await progress.report({ done: ++done, total })
    }
    const size = await zip.finish()
    await store.finish()
    await finishExport(db, exportId, 'ready', size)

    async function addEnergy(one: OwnSeries): Promise<void> {
      // A controller chose these names: none may lead out of the folder they are unpacked in.
      const file = `energy/${`${one.location_id}-${one.device_key}-${one.metric}`.replace(/[^\w.-]/g, '_')}`
      for (let after = -1, number = 1; ; number++) {
        const hours = await findEnergyHours(db, one, after, hoursPerFile)
        if (hours.length === 0) return
        await zip.add(`${file}-${number}.csv`, `time,energy_wh\n${hours.flatMap(toLines).join('\n')}\n`)
        await progress.report({})
        after = hours.at(-1)!.hour
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
    return `${new Date(row.hour + slot * 300_000).toISOString()},${energyMilliWh / 1000}`
  }).filter(Boolean)
}

/** Collects what is written into rows of half a megabyte. */
function createPartStore(db: Db, exportId: number) {
  let waiting: Buffer[] = []
  let size = 0
  let position = 0
  async function flush(): Promise<void> {
    if (size === 0) return
    await insertExportPart(db, exportId, position++, Buffer.concat(waiting))
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
