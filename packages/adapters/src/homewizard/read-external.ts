import { readIdText } from '@ohmstead/domain/telemetry/p1-mbus'
import { parseMeterTime, toInstant } from '@ohmstead/domain/telemetry/p1-time'
import { isObject, readFinite, readName } from '../read-value.ts'
import type { SideMeterKind, SideReading } from '../side-meters.ts'

const kinds: Record<string, SideMeterKind> = {
  gas_meter: 'gas',
  water_meter: 'water',
  warm_water_meter: 'warm_water',
  heat_meter: 'heat',
  inlet_heat_meter: 'inlet_heat',
}
const most = 16

/** Gas, water and heat behind a P1 meter, or of a water meter itself. */
export function readExternal(
  object: Record<string, unknown>,
  { timeZone, arrivedAt }: { timeZone: string | null; arrivedAt: number },
): SideReading[] {
  const place = (time: unknown) => {
    const parsed = readTime(time)
    return parsed === null || timeZone === null ? null : toInstant(parsed, timeZone, arrivedAt)
  }
  const readings: SideReading[] = []
  const external: unknown[] = Array.isArray(object.external) ? object.external.slice(0, most) : []
  for (const item of external) {
    if (!isObject(item)) continue
    const type = readName(item.type) ?? ''
    const kind = Object.hasOwn(kinds, type) ? kinds[type]! : null
    const value = readFinite(item.value)
    if (kind === null || value === null) continue
    readings.push({
      kind,
      serial: readSerial(item.unique_id),
      value,
      unit: readName(item.unit) ?? '',
      readAt: place(item.timestamp),
    })
  }
  const gas = readFinite(object.total_gas_m3)
  if (gas !== null && !readings.some(({ kind }) => kind === 'gas'))
    readings.push({
      ...{ kind: 'gas', serial: readSerial(object.gas_unique_id), value: gas, unit: 'm3' },
      readAt: place(object.gas_timestamp),
    })
  const water = readFinite(object.total_liter_m3)
  if (water !== null) readings.push({ kind: 'water', serial: null, value: water, unit: 'm3', readAt: null })
  return readings
}

function readSerial(value: unknown): string | null {
  const text = readName(value)
  return text === null ? null : readIdText(text)
}

/** 210606140010 or '2024-06-28T14:00:00', local. */
function readTime(value: unknown) {
  if (typeof value === 'number') return parseMeterTime(String(value).padStart(12, '0'))
  const match = typeof value === 'string' ? /^20(\d\d)-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/.exec(value) : null
  return match ? parseMeterTime(match.slice(1).join('')) : null
}
