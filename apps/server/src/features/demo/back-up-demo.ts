import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { sql } from '../../platform/db/sql.ts'
import { getBackupTarget, nameBackup, requestBackup } from '../backups/request-backup.ts'
import { beginRun } from '../backups/runs.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'log' | 'settings'>

const lookEveryMs = 3000
const arrivesMs = 60_000
/** How old the backups are with which the demo begins, the first that is made first. */
const agesInDays = [38, 12, 3]

/** Lets the demo's controllers make backups as if they had long done so. Returns a function to stop. */
export function backUpDemo(deps: Needed, serials: readonly string[]): () => void {
  let isLooking = false
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    try {
      if ((await requestNext(deps, serials)) === 0) clearInterval(timer)
    } catch (error) {
      deps.log.error({ err: error }, 'backups of the demo could not be asked for')
    } finally {
      isLooking = false
    }
  }, lookEveryMs)
  return () => clearInterval(timer)
}

/** Asks each controller for its next one; returns how many controllers still lack some. */
async function requestNext(deps: Needed, serials: readonly string[]): Promise<number> {
  // Counted by what was asked: a person may delete them for good.
  const lacking = await deps.db.rows<{ id: number; asked: number; is_ready: boolean }>(
    sql`select c.id, c.asked, c.online and c.info -> 'features' @> '["backup"]' as is_ready
        from (select c.*, (select count(*) from command m where m.controller_id = c.id and m.op = 'backup.create') as asked
          from controller c where c.unit_id = any(${serials}::text[]) and c.kind = 'CONTROLLER') c
        where c.asked < ${agesInDays.length}`,
  )
  for (const { id, asked, is_ready } of lacking) if (is_ready) await request(deps, id, agesInDays[asked]!)
  return lacking.length
}

async function request(deps: Needed, controllerId: number, ageInDays: number): Promise<void> {
  const now = deps.clock.now()
  const at = now - ageInDays * 86_400_000 - controllerId * 61_000
  try {
    await deps.db.transaction(async (tx) => {
      const run = { kind: 'backup' as const, userId: null, jobId: null, now, expiresAt: now + arrivesMs }
      await beginRun(tx, { controllerId, ...run })
      const id = await requestBackup(tx, deps, { controllerId, source: 'schedule', audit: null })
      const filename = nameBackup(await getBackupTarget(tx, controllerId), at)
      await tx.run(
        sql`update controller_backup set created_at = ${new Date(at)}, filename = ${filename} where id = ${id}`,
      )
    })
  } catch (error) {
    // It is busy with the one before, or has left.
    if (!(error instanceof AppError)) throw error
  }
}
