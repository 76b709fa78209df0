import type { EnergySegment } from './energy-slot.ts'

/** One value of one metric. A null `value` means no valid value from here on. */
export interface Reading {
  ts: number
  value: number | null
  /** Set if the value is the average over [ts, ts + step); a register is always the value at `ts`. */
  stepMs: number | null
}

/** A larger number is a fault of the sender, not a power of a location (1 GW) or a register (9 PWh). */
const maxPowerW = 1e9
const maxRegisterWh = 9e12

/** Two registers further apart than this have an outage between them. */
const outageMs = 900_000
/** A register that rises faster than this (10 MW) is no longer the same register. */
const maxRiseMwhPerMs = (10e6 * 1000) / 3_600_000
/** The content of a restarted register counts as energy only up to this power (100 kW). */
const maxRestartMwhPerMs = (100e3 * 1000) / 3_600_000
/** A fall up to 100 Wh is a register restored slightly too low or read unevenly, not a restart. */
const smallFallMwh = 100_000
/** Where registers roll over: 5 and 6 digits of kWh, 32 bits of Wh. */
const registerSizesMwh = [1e8, 1e9, 2 ** 32].map((wh) => wh * 1000)

/** An average may cover a day at most. */
export const maxStepMs = 86_400_000
const minPeriodMs = 60_000
const maxPeriodMs = 300_000
/** No power is extrapolated longer than this, whatever the period. */
export const maxHoldMs = 3 * maxPeriodMs

/** The register in whole mWh, or null if the value cannot be one. */
export function registerMwh(value: number | null): number | null {
  return value !== null && value >= 0 && value <= maxRegisterWh ? Math.round(value * 1000) : null
}

/**
 * The energy between two consecutive readings of a register (Wh), or null if the two do not belong together.
 * - A rise is the energy; across an outage (more than 15 minutes, or twice the declared step) it is spread evenly
 *   and marked estimated.
 * - A starting device may report one zero before it has read its register: the value after a zero is the old register
 *   again, unless it is plausible as new energy. Otherwise its lifetime total would become the energy of a moment.
 * - A fall near the end of a known register size is a roll-over.
 * - A small fall is no energy, marked estimated. A larger one is a restart: the content of the new register is the
 *   energy since, if plausible for the time; else the energy in between is unknown. Never negative.
 */
export function counterSegment(before: Reading, after: Reading): EnergySegment | null {
  const low = registerMwh(before.value)
  const high = registerMwh(after.value)
  if (low === null || high === null) return null
  const span = { from: before.ts, to: after.ts }
  const ms = after.ts - before.ts
  const outage = ms > Math.max(outageMs, 2 * (before.stepMs ?? 0), 2 * (after.stepMs ?? 0))
  if (high >= low) {
    const mostMwhPerMs = low === 0 ? maxRestartMwhPerMs : maxRiseMwhPerMs
    return high - low <= mostMwhPerMs * ms ? { ...span, mWh: high - low, estimated: outage } : null
  }
  for (const size of registerSizesMwh) {
    const risen = high + size - low
    const isAtTheEnds = low < size && low >= 0.99 * size && high <= 0.01 * size
    if (isAtTheEnds && risen <= maxRiseMwhPerMs * ms) return { ...span, mWh: risen, estimated: outage }
  }
  const fall = low - high
  if (fall <= smallFallMwh && high > fall) return { ...span, mWh: 0, estimated: true }
  return high <= maxRestartMwhPerMs * ms ? { ...span, mWh: high, estimated: true } : null
}

/**
 * How long a power without a declared step is extrapolated: three periods, a period being the distance to the previous
 * reading, at least 60 s and at most 300 s; after a pause of more than 15 minutes, or at the start, 60 s.
 */
export function holdMs(ts: number, previousTs: number | null): number {
  const gap = previousTs === null ? Number.POSITIVE_INFINITY : ts - previousTs
  return 3 * (gap > outageMs ? minPeriodMs : Math.min(maxPeriodMs, Math.max(minPeriodMs, gap)))
}

/**
 * The energy of a power (W) from its reading to the next one, at most for `hold`; a declared step is covered exactly,
 * unless the next reading cuts it short. Only power of the given sign counts; the other sign counts as a measured
 * zero. Null without a valid value.
 */
export function powerSegment(
  reading: Reading,
  sign: 1 | -1,
  hold: number,
  nextTs: number | null,
): EnergySegment | null {
  const { ts, value, stepMs } = reading
  if (value === null || !(Math.abs(value) <= maxPowerW)) return null
  const end = ts + (stepMs === null ? hold : Math.min(stepMs, maxStepMs))
  const to = nextTs === null ? end : Math.min(end, nextTs)
  const powerW = Math.max(0, sign * value)
  return { from: ts, to, mWh: Math.round((powerW * (to - ts)) / 3600), estimated: false }
}
