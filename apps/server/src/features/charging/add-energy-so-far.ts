import { calculateSession } from '@ohmstead/adapters/ocpp/charging-meter'
import type { ChargingSessionView } from '@ohmstead/contract/charging'
import type { Queryable } from '../../platform/db/db.ts'
import { findLatest, type Latest } from '../telemetry/latest-queries.ts'
import type { ChargingRow } from './charging-queries.ts'

/** A session that goes on has what the charger's register rose by until its newest reading, if that can be told. */
export async function addEnergySoFar(
  db: Queryable,
  locationId: number,
  sessions: readonly ChargingRow[],
): Promise<ChargingSessionView[]> {
  const isAnyOpen = sessions.some(({ ended_at }) => ended_at === null)
  const latest = isAnyOpen ? (await findLatest(db, [locationId])).get(locationId) : undefined
  return sessions.map(({ meter_start_wh: startWh, device_key: key, ...session }) => ({
    ...session,
    energy_wh:
      session.ended_at === null && session.doubt === null && key !== null
        ? calculateSoFar({ at: session.started_at, wh: startWh }, latest?.values[`${key}/energy_consumption`])
        : session.energy_wh,
  }))
}

function calculateSoFar(
  start: { at: number; wh: number | null },
  newest: Latest['values'][string] | undefined,
): number | null {
  const [at, wh] = newest ?? []
  // The register at its beginning is a reading too, and tells nothing of it.
  if (at === undefined || typeof wh !== 'number' || at <= start.at) return null
  return calculateSession(start, { at, wh }).energyWh
}
