import { type SanityDevice, type SanityHistory, stepHours } from '@ohmstead/domain/fleet/sanity-checks'
import { powerDirections } from '@ohmstead/domain/telemetry/metrics'
import { sunPosition } from '@ohmstead/optimizer/solar/sun-position'
import type { CheckedDevice } from './sanity-queries.ts'

export const stepMs = stepHours * 3_600_000

interface Sample {
  ts: number
  values: Readonly<Record<string, unknown>>
}

/** Samples of a location's controllers in steps of five minutes: means of powers, last values of registers. */
export function buildSanityHistory(
  devices: readonly CheckedDevice[],
  samples: readonly Sample[],
  { from, to }: { from: number; to: number },
  place: { latitude: number | null; longitude: number | null },
): SanityHistory {
  const length = Math.floor((to - from) / stepMs)
  const steps = new Map<string, { sum: Float64Array; count: Uint32Array; last: Float64Array }>()
  for (const { ts, values } of samples) {
    const index = Math.floor((ts - from) / stepMs)
    if (index < 0 || index >= length) continue
    for (const key in values) {
      const value = values[key]
      if (typeof value !== 'number') continue
      let series = steps.get(key)
      if (!series) {
        series = {
          sum: new Float64Array(length),
          count: new Uint32Array(length),
          last: new Float64Array(length),
        }
        steps.set(key, series)
      }
      series.sum[index]! += value
      series.count[index]!++
      series.last[index] = value
    }
  }

  function read(key: string, how: 'mean' | 'last', since: number): (number | null)[] | null {
    const series = steps.get(key)
    if (!series) return null
    return Array.from({ length }, (_, index) => {
      const count = series.count[index]!
      if (count === 0 || from + index * stepMs < since) return null
      return how === 'mean' ? series.sum[index]! / count : series.last[index]!
    })
  }

  function describe({ key, category, corrected_at }: CheckedDevice): SanityDevice {
    const since = corrected_at ?? from
    const mean = (metric: string) => read(`${key}/${metric}`, 'mean', since)
    const phases = ['power_l1', 'power_l2', 'power_l3'].map(mean)
    const registers = powerDirections[category].map(({ metric, sign }) => ({
      sign,
      values: read(`${key}/${metric}`, 'last', since),
    }))
    const hasAll = registers.every(({ values }) => values !== null)
    return {
      ...{ key, category, powerW: mean('power') ?? new Array<null>(length).fill(null) },
      phasesW: phases.every((phase) => phase !== null) ? (phases as (number | null)[][]) : null,
      soc: mean('soc'),
      registerWh: hasAll
        ? Array.from({ length }, (_, index) =>
            registers.reduce<number | null>((sum, { sign, values }) => {
              const value = values![index] ?? null
              return sum === null || value === null ? null : sum + sign * value
            }, 0),
          )
        : null,
    }
  }

  return {
    sun: Array.from({ length }, (_, index) => findSun(from + (index + 0.5) * stepMs, place)),
    devices: devices.map(describe),
  }
}

function findSun(
  ts: number,
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
): 'day' | 'night' | null {
  if (latitude === null || longitude === null) return null
  const { elevation } = sunPosition(ts, { latitude, longitude })
  return elevation > 5 ? 'day' : elevation < -6 ? 'night' : null
}
