import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { randomSequence } from '@ohmstead/network-fee/optimum/random-sequence'
import type { BalanceSeries } from '../savings-model.ts'

export interface MadeBalance {
  seed?: number
  peakKw?: number
  /** None if 0. */
  capacityKwh?: number
  powerKw?: number
  efficiency?: number
  /** Share of quarter-hours in which each part by itself is missing. */
  gaps?: number
  /** Charges from the grid at night, which the simple rule does not. */
  isControlled?: boolean
}

const milliWh = 1e6

/** A house with panels and a battery, whose readings are whole and balance exactly. */
export function makeBalance(fromMs: number, toMs: number, made: MadeBalance = {}): BalanceSeries {
  const { seed = 1, peakKw = 6, capacityKwh = 8, powerKw = 4, efficiency = 0.95, gaps = 0 } = made
  const count = Math.round((toMs - fromMs) / quarterHourMs)
  const random = randomSequence(seed)
  const row = () => new Float64Array(count)
  const [taken, fed, produced, charged, discharged] = [row(), row(), row(), row(), row()]
  let content = 0
  for (let i = 0; i < count; i++) {
    const quarter = i % 96
    const loadKwh = (0.2 + 0.8 * random()) * (quarter > 68 ? 0.6 : 0.2)
    const sun =
      Math.max(0, Math.sin(((quarter - 26) / 48) * Math.PI)) * (quarter > 26 && quarter < 74 ? 1 : 0)
    const solarKwh = (sun * peakKw * (0.2 + 0.8 * random())) / 4
    const net = loadKwh - solarKwh
    const wanted = made.isControlled && quarter < 16 ? -powerKw / 4 : net
    const into = Math.min(Math.max(-wanted, 0), powerKw / 4, (capacityKwh - content) / efficiency)
    const out = Math.min(Math.max(wanted, 0), powerKw / 4, content * efficiency)
    content += into * efficiency - out / efficiency
    produced[i] = Math.round(solarKwh * milliWh)
    charged[i] = Math.round(Math.max(into, 0) * milliWh)
    discharged[i] = Math.round(Math.max(out, 0) * milliWh)
    const exchange = Math.round(loadKwh * milliWh) - produced[i]! + charged[i]! - discharged[i]!
    taken[i] = Math.max(exchange, 0)
    fed[i] = Math.max(-exchange, 0)
  }
  for (const rows of [[taken, fed], [produced], [charged, discharged]])
    for (let i = 0; i < count; i++) if (random() < gaps) for (const one of rows) one[i] = Number.NaN
  return {
    firstStartMs: fromMs,
    importMilliWh: taken,
    exportMilliWh: fed,
    productionMilliWh: peakKw > 0 ? produced : null,
    chargeMilliWh: capacityKwh > 0 ? charged : null,
    dischargeMilliWh: capacityKwh > 0 ? discharged : null,
    isEstimated: new Uint8Array(count),
    batterySpan: capacityKwh > 0 ? { fromMs, toMs } : null,
  }
}
