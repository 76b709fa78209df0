import { buildLoadProfile, type LoadProfile } from '@ohmstead/network-fee/load-profile'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { buildSeries } from '@ohmstead/network-fee/wire/build-series'
import { type Answer, call } from '../../lib/call.ts'
import type { ReadingsKey } from './readings-key.ts'

type Wire = Answer<'GET /abstract-devices/:deviceId/readings'>

/** The readings of a selection as the jobs take them. */
export interface PortalReadings {
  series: QuarterHourSeries
  /** One character per interval: `.` measured, `e` estimated, `m` missing, `z` suspect zero. */
  quality: string
  days: Wire['days']
  problems: Wire['problems']
  /** Sorted by month and block; computed on first use. */
  getProfile: () => LoadProfile
}

const kept = new Map<string, Promise<PortalReadings>>()
const keptSelections = 3

/** Fetched once; the last few selections are cached, so that going back is instant. */
export function getReadings(key: ReadingsKey): Promise<PortalReadings> {
  const name = JSON.stringify([key.deviceId, key.from, key.to, key.version])
  const found = kept.get(name) ?? fetchReadings(key)
  kept.delete(name)
  kept.set(name, found)
  found.catch(() => kept.delete(name))
  for (const oldest of kept.keys()) {
    if (kept.size <= keptSelections) break
    kept.delete(oldest)
  }
  return found
}

async function fetchReadings({ deviceId, from, to }: ReadingsKey): Promise<PortalReadings> {
  const wire = await call('GET /abstract-devices/:deviceId/readings', {
    params: { deviceId },
    query: { from, to },
  })
  const series = buildSeries(wire)
  let profile: LoadProfile | null = null
  return {
    series,
    quality: wire.quality,
    days: wire.days,
    problems: wire.problems,
    getProfile: () => {
      profile ??= buildLoadProfile(series)
      return profile
    },
  }
}
