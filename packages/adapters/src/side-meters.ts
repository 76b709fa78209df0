import type { ControllerSample } from '@ohmstead/contract/controller-messages'
import type { GenericKind } from '@ohmstead/domain/fleet/generic-name'
import type { MetricName } from '@ohmstead/domain/telemetry/metrics'
import type { KnownState, MappingRow } from './adapter.ts'
import type { DeviceBook } from './device-book.ts'
import { scale } from './read-value.ts'

export type SideMeterKind = 'gas' | 'water' | 'warm_water' | 'heat' | 'inlet_heat'

/** What a meter of gas, water or heat reports through an electricity meter. */
export interface SideReading {
  kind: SideMeterKind
  /** Its own number; null if it tells none. */
  serial: string | null
  value: number
  /** 'm3', 'GJ', 'kWh' … */
  unit: string
  /** Its own time, epoch ms; null if it tells none. */
  readAt: number | null
}

const names: Record<SideMeterKind, GenericKind> = {
  gas: 'gas_meter',
  water: 'water_meter',
  warm_water: 'warm_water_meter',
  heat: 'heat_meter',
  inlet_heat: 'heat_meter',
}
/** Factors to Wh. */
const energies: Record<string, number> = { wh: 1, kwh: 1e3, mwh: 1e6, mj: 1e6 / 3600, gj: 1e9 / 3600 }
const volumes: Record<SideMeterKind, MetricName> = {
  gas: 'gas_volume',
  water: 'water_volume',
  warm_water: 'water_volume',
  heat: 'heat_volume',
  inlet_heat: 'heat_volume',
}

/** Its canonical metric and value; null for a unit that is none of this kind of meter. */
export function toSideValue({ kind, value, unit }: Pick<SideReading, 'kind' | 'value' | 'unit'>): {
  metric: MetricName
  value: number
} | null {
  if (value < 0) return null
  const name = unit.toLowerCase().replace('³', '3')
  if (name === 'm3') return { metric: volumes[kind], value }
  const factor = Object.hasOwn(energies, name) ? energies[name] : undefined
  const isHeat = kind === 'heat' || kind === 'inlet_heat'
  return isHeat && factor !== undefined ? { metric: 'heat_energy', value: scale(value, factor)! } : null
}

/** For the tables of the documents; from what each kind is read. */
export const sideMeterRows = (sources: Record<'gas' | 'water' | 'heat', string>): MappingRow[] => [
  { source: sources.gas, target: 'gas/gas_volume', change: 'm³, at its own time' },
  { source: sources.water, target: 'water/water_volume', change: 'm³, at its own time' },
  { source: sources.heat, target: 'heat/heat_energy', change: 'GJ, MJ, MWh or kWh to Wh, at its own time' },
  { source: sources.heat, target: 'heat/heat_volume', change: 'if it counts m³' },
]

const mostOfAKind = 8
/** The same reading is passed on again after this, should it not have been stored. */
const repeatMs = 60_000

/**
 * The meters behind an electricity meter, as devices of their own. A telegram repeats their last reading every second,
 * which stays one sample at the time of the meter itself.
 */
export function createSideMeters(known: KnownState, book: DeviceBook) {
  const serials = new Map(known.devices.map(({ id, serial }) => [id, serial]))
  const passed = new Map<string, { value: number; readAt: number | null; at: number }>()

  /** A meter keeps its device by its number; one with another number is another device. */
  function findDevice(kind: SideMeterKind, serial: string | null): string | null {
    const base = kind.replace('_', '-')
    for (let index = 1; index <= mostOfAKind; index++) {
      const id = index === 1 ? base : `${base}-${index}`
      const own = serials.get(id)
      if (own !== undefined && own !== null && serial !== null && own !== serial) continue
      serials.set(id, own ?? serial)
      return id
    }
    return null
  }

  return {
    /** The sample of a reading; null if it was passed on before. `now`: for meters that tell no time. */
    note(
      reading: SideReading,
      { now, arrivedAt }: { now: number; arrivedAt: number },
    ): ControllerSample | null {
      const found = toSideValue(reading)
      const device = found && findDevice(reading.kind, reading.serial)
      if (!found || device === null) return null
      book.declare(device, {
        ...{ category: 'OTHER', name: { kind: names[reading.kind] } },
        serial: reading.serial,
      })
      book.noteMetric(device, found.metric)
      const key = `${device}/${found.metric}`
      const before = passed.get(key)
      const { readAt } = reading
      const isSame = before?.value === found.value && before.readAt === readAt
      if (isSame && arrivedAt - before.at < repeatMs) return null
      passed.set(key, { value: found.value, readAt, at: arrivedAt })
      return { ts: Math.min(readAt ?? now, now), values: { [key]: found.value } }
    },
  }
}
