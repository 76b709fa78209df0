import type { LiveNotice } from '@ohmstead/contract/live-events'
import type { Db, Transaction } from '../../platform/db/db.ts'
import { gather } from '../../platform/gather.ts'
import { clearAlarms } from '../alarms/alarm-queries.ts'
import { connectionAlarm } from './connection-alarm.ts'
import { lockControllers, markOffline, markOnline } from './connectivity-queries.ts'
import { notifyLive } from './link-notices.ts'

/** A controller came or went. */
export interface ConnectionChange {
  id: number
  locationId: number | null
  /** Epoch ms. */
  at: number
  isOnline: boolean
  /** From a `status`; absent if only readings arrived. */
  boot?: string | null
  /** It went without a will, which says something only of who has ever sent a `status`. */
  isSessionEnd?: boolean
}

// After an outage thousands come back, and before it thousands go.
const mostAtOnce = 200
const lingerMs = 50

/** Writes who came and who went, in the order in which it was told; the answer says whether there is a plan for who came. */
export function createConnectionWriter(db: Db) {
  return gather(
    mostAtOnce,
    (changes: readonly ConnectionChange[]) =>
      db.transaction(async (tx) => {
        const withPlan = new Set<number>()
        const notices: LiveNotice[] = []
        // One statement takes its rows in order; several do not, and another process may have heard it the other way round.
        if (changes.some(({ isOnline }) => isOnline !== changes[0]!.isOnline))
          await lockControllers(
            tx,
            changes.map(({ id }) => id),
          )
        for (const wave of inWaves(changes)) notices.push(...(await writeWave(tx, wave, withPlan)))
        await notifyLive(tx, ...notices)
        return changes.map(({ id }) => ({ hasPlan: withPlan.has(id) }))
      }),
    lingerMs,
  )
}

/** Nobody comes and goes within one. */
function inWaves(changes: readonly ConnectionChange[]): ConnectionChange[][] {
  const waves: ConnectionChange[][] = []
  let told = new Map<number, boolean>()
  for (const change of changes) {
    const { id, isOnline } = change
    if (waves.length === 0 || told.get(id) === !isOnline) {
      waves.push([])
      told = new Map()
    }
    told.set(id, isOnline)
    waves.at(-1)!.push(change)
  }
  return waves
}

async function writeWave(
  tx: Transaction,
  wave: readonly ConnectionChange[],
  withPlan: Set<number>,
): Promise<LiveNotice[]> {
  const changed = new Set<number>()
  const came = wave.filter(({ isOnline }) => isOnline)
  const went = wave.filter(({ isOnline }) => !isOnline)
  if (came.length > 0) {
    for (const [id, { isChanged, hasPlan }] of await markOnline(tx, came)) {
      if (isChanged) changed.add(id)
      if (hasPlan) withPlan.add(id)
    }
  }
  if (went.length > 0) for (const id of await markOffline(tx, went)) changed.add(id)
  // One controller may be named twice, by its status and by its readings.
  const ofOnes = new Map(
    wave.flatMap(({ id, locationId, at, isOnline }) =>
      changed.has(id) && locationId !== null ? [[id, { id, locationId, at, isOnline }] as const] : [],
    ),
  )
  const cleared = [...ofOnes.values()].filter(({ isOnline }) => isOnline)
  const locations =
    cleared.length > 0
      ? await clearAlarms(
          tx,
          cleared.map((one) => ({ ...connectionAlarm(one), at: one.at })),
        )
      : []
  return [
    ...[...ofOnes.values()].map(({ id, locationId, isOnline }) => ({
      ...{ t: 'controller' as const, l: locationId, c: id, online: isOnline },
    })),
    ...(locations.length > 0 ? [{ t: 'alarms' as const, l: locations }] : []),
  ]
}
