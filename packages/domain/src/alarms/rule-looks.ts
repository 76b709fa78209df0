import { calculatePowerFlow } from '../energy-flow/power-flow.ts'
import type { DeviceCategory } from '../fleet/device-category.ts'
import { homePower, type RuleTerms } from './alarm-rule.ts'
import { longestGapMs, type RuleLook } from './judge-rule.ts'

/** A device as rules see it. */
export interface WatchedDevice {
  id: number
  key: string
  category: DeviceCategory
  /** Its newest reading of any metric; null if none is known. */
  newestAt: number | null
  /** Whether its controller is connected and has been for a while: else silence says nothing of the device. */
  isReachable: boolean
}

/** The newest value of a metric `<device>/<metric>` and its time. */
export type FindValue = (key: string) => readonly [ts: number, value: unknown] | undefined

export interface SubjectLook extends RuleLook {
  /** Null for the location as a whole. */
  device: WatchedDevice | null
}

/** Powers that are added up or compared have to be of about the same time. */
const togetherMs = 5 * 60_000
/** So many devices of a location a rule is about at most, the oldest first: controllers may report thousands. */
export const mostSubjects = 250
/** Less is the battery's own use. */
const chargingW = -50
const fullPercent = 95

/**
 * What a rule sees of a location at an instant, by subject. The same for the newest values of now and for those of any
 * instant of the past, so that a preview says what would have happened.
 */
export function lookAtLocation(
  rule: RuleTerms,
  devices: readonly WatchedDevice[],
  find: FindValue,
  now: number,
): SubjectLook[] {
  const { kind, settings } = rule
  if (kind === 'meter_silent')
    return few(devices.filter(({ category }) => category === 'GRID')).map((device) =>
      lookAtSilence(device, now),
    )
  if (kind === 'battery_idle') return lookAtBatteries(devices, find, now)
  if (kind !== 'metric') return []
  if (settings.metric === homePower) return [lookAtHouse(devices, find, now)]
  const watched = devices.filter(({ key, category }) =>
    settings.deviceKey === null ? category === settings.category : key === settings.deviceKey,
  )
  return few(watched).map((device) => {
    const reading = find(`${device.key}/${settings.metric}`)
    const isFresh = reading !== undefined && now - reading[0] <= longestGapMs
    return { device, ts: reading?.[0] ?? now, value: isFresh ? asNumber(reading[1]) : null }
  })
}

const few = (devices: readonly WatchedDevice[]): readonly WatchedDevice[] =>
  devices.length <= mostSubjects ? devices : [...devices].sort((a, b) => a.id - b.id).slice(0, mostSubjects)

/** Whole minutes without a reading; unknown while its controller is away, or if it never sent anything. */
function lookAtSilence(device: WatchedDevice, now: number): SubjectLook {
  const { newestAt, isReachable } = device
  const isKnown = isReachable && newestAt !== null
  return { device, ts: now, value: isKnown ? Math.max(0, Math.floor((now - newestAt) / 60_000)) : null }
}

function lookAtHouse(devices: readonly WatchedDevice[], find: FindValue, now: number): SubjectLook {
  const read = readerOf(find, now)
  const { homeW } = calculatePowerFlow(devices, read.value)
  return { device: null, ts: read.newest() ?? now, value: homeW }
}

/** The export while no battery charges though one has room; 0 while they do what they should. */
function lookAtBatteries(devices: readonly WatchedDevice[], find: FindValue, now: number): SubjectLook[] {
  const batteries = devices.filter(({ category }) => category === 'BATTERY')
  const meters = devices.filter(({ category }) => category === 'GRID')
  if (batteries.length === 0 || meters.length === 0) return []
  const read = readerOf(find, now)
  const powers = batteries.map(({ key }) => read.value(`${key}/power`))
  const levels = batteries.map(({ key }) => read.value(`${key}/soc`))
  const grids = meters.map(({ key }) => read.value(`${key}/power`))
  const ts = read.newest() ?? now
  const device = batteries.length === 1 ? batteries[0]! : null
  if ([...powers, ...levels, ...grids].some((one) => one === null)) return [{ device, ts, value: null }]
  const isIdle = powers.every((power) => power! > chargingW)
  const hasRoom = levels.some((level) => level! < fullPercent)
  const exportW = -grids.reduce((sum: number, power) => sum + power!, 0)
  return [{ device, ts, value: isIdle && hasRoom ? Math.max(0, exportW) : 0 }]
}

/** Reads values of about the same time, and remembers the newest of them. */
function readerOf(find: FindValue, now: number) {
  let newest: number | null = null
  return {
    newest: () => newest,
    value(key: string): number | null {
      const reading = find(key)
      if (reading === undefined || now - reading[0] > togetherMs) return null
      newest = Math.max(newest ?? reading[0], reading[0])
      return asNumber(reading[1])
    },
  }
}

const asNumber = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)
