import type { GroupLocationView } from '@ohmstead/contract/location-groups'
import type { Actor } from '@ohmstead/domain/access/permission'
import { calculatePowerFlow } from '@ohmstead/domain/energy-flow/power-flow'
import type { Queryable } from '../../platform/db/db.ts'
import { findGridPowers, findLatest } from '../telemetry/latest-queries.ts'
import {
  findLocationSigns,
  findPresentDevices,
  findWorstAlarms,
  type LocationSigns,
} from './group-location-queries.ts'
import { compareByTrouble, judgeLocation, needsAttention, silentMs } from './sort-by-trouble.ts'

const pageSize = 50

interface Wanted {
  search: string
  state?: GroupLocationView['state'] | undefined
  page: number
}

/** A page of a group's locations, those that need attention first; the same few queries however many there are. */
export async function getGroupLocations(
  db: Queryable,
  actor: Actor,
  locationGroupId: number,
  { search, state: wanted, page }: Wanted,
  { now, collator }: { now: number; collator: Intl.Collator },
) {
  const judged = (await findLocationSigns(db, actor, locationGroupId, search)).map((signs) => ({
    signs,
    state: judgeLocation(signs, now),
  }))
  const counts = { alarm: 0, offline: 0, silent: 0, live: 0, empty: 0 }
  for (const { state } of judged) counts[state]++
  const matching = wanted ? judged.filter(({ state }) => state === wanted) : judged
  const live = matching.filter(({ signs }) => signs.isOnline).map(({ signs }) => signs.id)
  const gridPowers = await findGridPowers(db, live, now - silentMs)
  const shown = matching
    .sort(compareByTrouble(gridPowers, collator))
    .slice((page - 1) * pageSize, page * pageSize)
  const powers = await findPowers(
    db,
    shown.map(({ signs }) => signs),
    now,
  )
  const worst = await findWorstAlarms(
    db,
    shown.filter(({ state }) => state === 'alarm').map(({ signs }) => signs.id),
  )
  return {
    locations: shown.map(({ signs, state }) => ({
      id: signs.id,
      name: signs.name,
      group: signs.group,
      state,
      needs_attention: needsAttention({ signs, state }),
      alarms: { open: signs.openAlarms, unseen: signs.unseenAlarms },
      worst_alarm: worst.get(signs.id) ?? null,
      last_seen_at: signs.lastSeenAt,
      power: powers(signs.id),
    })),
    total: matching.length,
    counts,
    attention_count: judged.filter(needsAttention).length,
    page,
    page_size: pageSize,
  }
}

/** The current flow at a few locations, as their overviews show it. */
async function findPowers(db: Queryable, shown: readonly LocationSigns[], now: number) {
  const ids = shown.map(({ id }) => id)
  const latest = await findLatest(db, ids)
  const devices = Map.groupBy(await findPresentDevices(db, ids), (device) => device.location_id)
  return (id: number): GroupLocationView['power'] => {
    const values = latest.get(id)?.values ?? {}
    const flow = calculatePowerFlow(devices.get(id) ?? [], (key) => {
      const [ts, value] = values[key] ?? [0, null]
      return ts >= now - silentMs && typeof value === 'number' ? value : null
    })
    return { home: flow.homeW, production: flow.productionW, grid: flow.gridW }
  }
}
