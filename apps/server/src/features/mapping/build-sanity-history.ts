import { type SanityDevice, type SanityHistory, stepHours } from '@ohmstead/domain/fleet/sanity-checks'
import { findZonePosition } from '@ohmstead/domain/places/zone-positions'
import { powerDirections } from '@ohmstead/domain/telemetry/metrics'
import { sunPosition } from '@ohmstead/optimizer/solar/sun-position'
import type { CheckedDevice, CheckedPlace } from './sanity-queries.ts'

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
  place: CheckedPlace | null,
): SanityHistory {
  const sky = place && describeSky(place)
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

  function describe({ key, category, corrected_at, ...device }: CheckedDevice): SanityDevice {
    const since = corrected_at ?? from
    const mean = (metric: string) => read(`${key}/${metric}`, 'mean', since)
    const phases = ['power_l1', 'power_l2', 'power_l3'].map(mean)
    const registers = powerDirections[category].map(({ metric, sign }) => ({
      sign,
      values: read(`${key}/${metric}`, 'last', since),
    }))
    const hasAll = registers.every(({ values }) => values !== null)
    return {
      ...{ key, category, source: sourceOf(device) },
      powerW: mean('power') ?? new Array<null>(length).fill(null),
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
    sun: Array.from({ length }, (_, index) => sky && findSun(from + (index + 0.5) * stepMs, sky)),
    devices: devices.map(describe),
  }
}

/** A charging station has one connection of its own, so two of them are two. */
const sourceOf = ({ protocol, controller_id }: Pick<CheckedDevice, 'protocol' | 'controller_id'>) =>
  protocol === 'ocpp' ? protocol : `controller ${controller_id}`

interface Sky {
  latitude: number
  longitude: number
  /** From which height of the sun it is surely day, and from which depth surely night. */
  day: number
  night: number
}

/** Who has not said where the house is has one in its time zone, some ten degrees of the sky from the main city at most. */
function describeSky({ latitude, longitude, time_zone }: CheckedPlace): Sky | null {
  if (latitude !== null && longitude !== null) return { latitude, longitude, day: 5, night: -6 }
  const near = findZonePosition(time_zone)
  return near && { ...near, day: 15, night: -16 }
}

function findSun(ts: number, { day, night, ...position }: Sky): 'day' | 'night' | null {
  const { elevation } = sunPosition(ts, position)
  return elevation > day ? 'day' : elevation < night ? 'night' : null
}
