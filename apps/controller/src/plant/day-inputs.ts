import { calculateBaseLoadDay } from './base-load-day.ts'
import { calculateEvSession, type EvSession } from './ev-sessions.ts'
import { calculateLocalDay, calculateWallMinutes, type LocalDay } from './local-day.ts'
import { fillFromSeries } from './measured-series.ts'
import type { PlantConfig } from './plant-config.ts'
import { calculatePvDay } from './pv-day.ts'
import { random01 } from './random.ts'
import { calculateOutdoorC } from './weather.ts'

/** All external inputs of a plant on one local day, constant within each minute. */
export interface DayInputs {
  day: LocalDay
  loadW: Float64Array
  /** The available solar power, before any curtailment. */
  pvW: Float64Array
  outdoorC: Float64Array
  /** 1 while hot water is heated. */
  hotWater: Uint8Array
  /** 1 = high tariff (Monday … Friday, 6 to 22), 2 = low: the Slovenian numbering of registers. */
  tariff: Uint8Array
  /** Sessions that touch this day, oldest first. */
  sessions: EvSession[]
}

export function calculateDayInputs(config: PlantConfig, dayNumber: number): DayInputs {
  const day = calculateLocalDay(config.timeZone, dayNumber)
  const wall = calculateWallMinutes(config.timeZone, day)
  const outdoorC = new Float64Array(day.minutes)
  const hotWater = new Uint8Array(day.minutes)
  const tariff = new Uint8Array(day.minutes)
  const bathMinute = 60 * (13 + Math.floor(3 * random01(config.seed, dayNumber, 7)))
  for (let minute = 0; minute < day.minutes; minute++) {
    outdoorC[minute] =
      minute % 10 === 0
        ? calculateOutdoorC(
            config.weatherSeed,
            day.startMs + minute * 60_000,
            config.latitude,
            config.longitude,
          )
        : outdoorC[minute - 1]!
    hotWater[minute] = wall[minute]! >= bathMinute && wall[minute]! < bathMinute + 70 ? 1 : 0
    tariff[minute] = day.weekday <= 5 && wall[minute]! >= 360 && wall[minute]! < 1320 ? 1 : 2
  }
  const measured = config.series ? fillFromSeries(config.series, day) : null
  const loadW = measured?.loadW ?? calculateBaseLoadDay(config, day, wall)
  let pvW = new Float64Array(day.minutes)
  if (config.pv && measured?.yieldShare) {
    const { peakW, inverterW } = config.pv
    pvW = measured.yieldShare.map((share) => Math.min(inverterW, Math.max(0, share) * peakW))
  } else if (config.pv) pvW = calculatePvDay(config, config.pv, day, outdoorC) as Float64Array<ArrayBuffer>
  return { day, loadW, pvW, outdoorC, hotWater, tariff, sessions: findSessions(config, day) }
}

/** A car that arrived yesterday may still be there. */
function findSessions(config: PlantConfig, day: LocalDay): EvSession[] {
  const { ev } = config
  if (!ev) return []
  const yesterday = calculateLocalDay(config.timeZone, day.dayNumber - 1)
  const own = calculateEvSession(config, ev, day)
  const earlier = calculateEvSession(config, ev, yesterday)
  const sessions = [earlier, own].filter((session) => session !== null)
  if (earlier && own && earlier.departureMs > own.arrivalMs) {
    sessions[0] = { ...earlier, departureMs: own.arrivalMs }
  }
  return sessions.filter((session) => session.departureMs > day.startMs)
}
