import type { DayUntil } from '@ohmstead/domain/energy-flow/usual-day'
import { hourMs, slotMs } from '@ohmstead/domain/telemetry/energy-slot'
import type { BalanceSeries } from '../telemetry/balance-roles.ts'

const quarterMs = hourMs / 4

/** Single slots of one location, in mWh. */
export interface SlotBalance {
  addHour: (row: { seriesId: number; hour: number; slots: readonly (number | null)[] }) => void
  /** Null if a part of the balance is silent. */
  consumptionAt: (slot: number) => number | null
  importAt: (slot: number) => number | null
}

type Values = Partial<Record<BalanceSeries['role'], number>>

export function createSlotBalance(series: readonly BalanceSeries[]): SlotBalance {
  const roleOf = new Map(series.map(({ id, role }) => [id, role]))
  const roles = new Set(roleOf.values())
  const slots = new Map<number, Values>()
  const has = {
    grid: roles.has('grid_import'),
    production: roles.has('production'),
    battery: roles.has('battery_charge') || roles.has('battery_discharge'),
  }
  const loads = (['ev', 'hvac', 'other'] as const).filter((role) => roles.has(role))

  function balanceOf(values: Values): number | null {
    const { grid_import, production, battery_charge, battery_discharge } = values
    if (grid_import === undefined || (has.production && production === undefined)) return null
    if (has.battery && battery_charge === undefined && battery_discharge === undefined) return null
    const own = (production ?? 0) + (battery_discharge ?? 0) - (battery_charge ?? 0)
    return grid_import - (values.grid_export ?? 0) + own
  }
  function sumOfLoads(values: Values): number | null {
    if (loads.length === 0 || loads.some((role) => values[role] === undefined)) return null
    return loads.reduce((sum, role) => sum + values[role]!, 0)
  }

  return {
    addHour({ seriesId, hour, slots: given }) {
      const role = roleOf.get(seriesId)!
      for (const [index, mWh] of given.entries()) {
        if (mWh === null) continue
        const values = slots.get(hour + index * slotMs) ?? {}
        values[role] = (values[role] ?? 0) + mWh
        slots.set(hour + index * slotMs, values)
      }
    },
    consumptionAt(slot) {
      const values = slots.get(slot)
      if (!values) return null
      return has.grid ? balanceOf(values) : sumOfLoads(values)
    },
    importAt: (slot) => slots.get(slot)?.grid_import ?? null,
  }
}

/** Wh used in a span; null if any of its slots is unknown. */
export function sumSlots({ consumptionAt }: SlotBalance, { from, to }: DayUntil): number | null {
  let sum = 0
  for (let slot = from; slot < to; slot += slotMs) {
    const mWh = consumptionAt(slot)
    if (mWh === null) return null
    sum += mWh
  }
  return sum / 1000
}

/** The quarter of an hour with the highest mean power from the grid; quarters with a gap are ignored. */
export function findPeak(
  { importAt }: SlotBalance,
  { from, to }: DayUntil,
): { at: number; power: number } | null {
  let peak: { at: number; power: number } | null = null
  for (let at = from; at + quarterMs <= to; at += quarterMs) {
    const parts = [at, at + slotMs, at + 2 * slotMs].map(importAt)
    if (parts.some((mWh) => mWh === null)) continue
    const power = (parts.reduce<number>((sum, mWh) => sum + mWh!, 0) * 4) / 1000
    if (!peak || power > peak.power) peak = { at, power }
  }
  return peak
}
