import type { OfficialMeter } from '@ohmstead/contract/demo-fleet'
import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { GridQuarters } from '../telemetry/read-grid-quarters.ts'
import type { DemoDay } from './demo-load-profile.ts'
import { demoPrices } from './demo-prices.ts'

/** No two meters count quite the same. */
const officialShare = 1.004
const whPerKwQuarter = 250

/** What is known of a metering point that a location of the demo is joined with. */
export interface MeteredPlant {
  /** Until the first start of the demo. */
  past: OfficialMeter
  /** What the controller has measured since. */
  readSince(fromMs: number, toMs: number): Promise<GridQuarters | null>
}

export interface OfficialMeters {
  take(eimm: string, plant: MeteredPlant): void
  /** The controllers have ended: what has not arrived comes no more. */
  end(): void
  /**
   * The quarter-hours of a local day as the operator's meter has them, NaN where nothing is known; null for a metering
   * point without a plant. Waits for the plant.
   */
  findDay(eimm: string, day: string, quarters: number): Promise<DemoDay | null>
}

/** Metering points that locations of the demo are joined with: their meters count what the controllers measure. */
export function createOfficialMeters(): OfficialMeters {
  const plants = new Map(
    demoPrices.flatMap(({ point }) =>
      'eimm' in point ? [[point.eimm, Promise.withResolvers<MeteredPlant | null>()] as const] : [],
    ),
  )
  return {
    take: (eimm, plant) => plants.get(eimm)?.resolve(plant),
    end: () => {
      for (const { resolve } of plants.values()) resolve(null)
    },
    async findDay(eimm, day, quarters) {
      const plant = await plants.get(eimm)?.promise
      if (!plant) return null
      const startMs = localMidnightMs(day)
      const first = (startMs - plant.past.fromMs) / quarterHourMs
      const { importWh, exportWh } = plant.past
      const importKw = Array.from({ length: quarters }, (_, at) => kwOf(importWh[first + at]))
      const exportKw = Array.from({ length: quarters }, (_, at) => kwOf(exportWh[first + at]))
      if (first + quarters > importWh.length) {
        const since = await plant.readSince(startMs, startMs + quarters * quarterHourMs)
        for (let at = Math.max(0, importWh.length - first); at < quarters; at++) {
          importKw[at] = kwOf(since && since.importMilliWh[at]! / 1000)
          exportKw[at] = kwOf(since?.exportMilliWh && since.exportMilliWh[at]! / 1000)
        }
      }
      return { importKw, exportKw }
    },
  }
}

const kwOf = (wh: number | null | undefined) => ((wh ?? Number.NaN) * officialShare) / whPerKwQuarter
