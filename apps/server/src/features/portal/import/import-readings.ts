import type { Deps } from '../../../deps.ts'
import { JobFailed, type JobProgress } from '../../../platform/jobs/jobs.ts'
import { getPlace, getQualityCatalogue, getQuarterHours } from '../client/ask-portal.ts'
import { isUseless, PortalError } from '../client/portal-error.ts'
import { noteRefusal } from '../credentials/check-credential.ts'
import {
  findSealedOfDevice,
  type SealedCredential,
  setCredentialState,
} from '../credentials/credential-queries.ts'
import { openToken } from '../credentials/open-token.ts'
import { largestPowerKw } from '../readings/largest-power.ts'
import { countWindows, nextWindow } from './import-windows.ts'
import { layOutDays } from './lay-out-days.ts'
import { moveImport, type PortalImport } from './portal-import-queries.ts'
import { storeDays } from './store-days.ts'
import { storePlace } from './store-place.ts'

export type ImportDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'secrets' | 'portal' | 'jobs'>

/** As long as one window may take with all retries; a dead process is detected after it. */
export const leaseMs = 600_000

const nothing = { readings: { imports: [], exports: [], unreadable: 0 }, raw: '' }

/**
 * Reads the windows of an import one by one, the newest first; each is stored together with the progress, so
 * that it resumes there whatever stops it. Throws PortalError, or the error that stops the job.
 */
export async function importReadings(
  deps: ImportDeps,
  wanted: PortalImport,
  progress: JobProgress,
  signal: AbortSignal,
): Promise<void> {
  const db = progress.db
  const total = countWindows({ ...wanted, next_day: wanted.to_day })
  let done = total - countWindows(wanted)
  let range = wanted
  await withToken(deps, wanted, async (token) => {
    const asking = { client: deps.portal, token, signal }
    const catalogue = await getQualityCatalogue(asking)
    const place = await getPlace(asking, wanted.eimm)
    await storePlace(db, wanted.device_id, place, deps.clock.now())
    await progress.report({ done, total })
    while (range.next_day > range.from_day) {
      const window = nextWindow(range)
      const { readings, raw } = await getQuarterHours(
        asking,
        place.gsrn ?? wanted.eimm,
        window,
        catalogue,
      ).catch((error) => {
        // The place is known and has newer days: the portal has no data that far back.
        if (done > 0 && error instanceof PortalError && error.code === 'portal_unknown_point') return nothing
        throw error
      })
      const now = deps.clock.now()
      const { days, problems } = layOutDays(readings, {
        ...window,
        nowMs: now,
        largestPowerKw: largestPowerKw(place.info.connectionPower),
      })
      const isWanted = await db.transaction(async (tx) => {
        await storeDays(tx, wanted.device_id, days, { source: 'readings', raw, now })
        return moveImport(tx, wanted.device_id, window.fromDay, now + leaseMs)
      })
      if (problems.length > 0 || readings.unreadable > 0)
        deps.log.info(
          { device: wanted.device_id, window, problems, unreadable: readings.unreadable },
          'readings with problems',
        )
      if (!isWanted) throw new JobFailed('not_found')
      range = { ...range, next_day: window.fromDay }
      await progress.report({ done: ++done, total, detail: { reached: window.fromDay } })
    }
  })
}

/**
 * Tries the tokens of a device one after the other, also one that came in the place of another meanwhile; one that the
 * portal refuses is not asked with again.
 */
async function withToken(
  deps: ImportDeps,
  { device_id }: PortalImport,
  read: (token: string) => Promise<void>,
): Promise<void> {
  let refused = new PortalError('portal_token_rejected')
  const tried = new Set<string>()
  for (;;) {
    const credentials = await findSealedOfDevice(deps.db, device_id)
    const credential = credentials.find(({ token }) => !tried.has(Buffer.from(token).toString('hex')))
    if (!credential) throw refused
    tried.add(Buffer.from(credential.token).toString('hex'))
    try {
      await read(openToken(deps, credential))
      await noteAccepted(deps, credential)
      return
    } catch (error) {
      if (!(error instanceof PortalError) || !isUseless(error)) throw error
      await noteRefusal(deps, credential, error)
      refused = error
    }
  }
}

async function noteAccepted(deps: ImportDeps, credential: SealedCredential): Promise<void> {
  if (credential.state !== 'accepted')
    await setCredentialState(deps.db, credential, { state: 'accepted', now: deps.clock.now() })
}
