import { localMidnightMs, quarterHourMs } from '../calendar/local-time.ts'
import type { MeteringPoint } from '../metering-point.ts'
import { randomSequence } from '../optimum/random-sequence.ts'
import type { AgreedPowerEntry, BlockPowers } from '../powers/agreed-power.ts'
import { milliWhPerKw, type QuarterHourSeries } from '../quarter-hour-series.ts'

// Synthetic metering points of many kinds, each generated from a number: advice has to be right for all of them.

export interface MadePoint {
  kind: LoadKind
  register: RegisterKind
  gaps: GapKind
  /** The first of the month from which advice is asked for. */
  adviceFrom: string
  series: QuarterHourSeries
  point: MeteringPoint
}

const loadKinds = [
  'house',
  'heatPump',
  'car',
  'midday',
  'holiday',
  'even',
  'solar',
  'shop',
  'factory',
  'irrigation',
  'hotel',
  'skiLift',
  'oneLivelyMonth',
] as const
type LoadKind = (typeof loadKinds)[number]
const registerKinds = [
  'operator',
  'operatorLow',
  'userHigh',
  'userLow',
  'userClose',
  'none',
  'unknown',
] as const
type RegisterKind = (typeof registerKinds)[number]
const gapKinds = [
  'whole',
  'whole',
  'whole',
  'whole',
  'scattered',
  'month',
  'summerOnly',
  'halfYear',
  'winterAndMarch',
] as const
type GapKind = (typeof gapKinds)[number]

/** This many registers are tried with one load. */
export const registersPerLoad = registerKinds.length

/** When readings end, and the month from which advice is requested: at once, later, across the turn of 2027. */
const endings = [
  { endDay: '2026-11-01', adviceFrom: '2026-12-01' },
  { endDay: '2026-11-01', adviceFrom: '2026-11-01' },
  { endDay: '2026-04-01', adviceFrom: '2026-05-01' },
  { endDay: '2026-08-01', adviceFrom: '2026-08-01' },
  { endDay: '2027-01-01', adviceFrom: '2027-01-01' },
] as const

/** A load with every kind of register: one or two whole years, the same for the same number. */
export function makePoints(seed: number): MadePoint[] {
  const random = randomSequence(seed * 7919 + 13)
  const kind = loadKinds[seed % loadKinds.length]!
  const gaps = gapKinds[Math.floor(random() * gapKinds.length)]!
  const years = random() < 0.2 ? 2 : 1
  const ending = gaps === 'winterAndMarch' ? endings[2] : endings[Math.floor(random() * endings.length)]!
  const { endDay, adviceFrom } = ending
  const fromDay =
    gaps === 'winterAndMarch' ? '2025-11-01' : `${Number(endDay.slice(0, 4)) - years}${endDay.slice(4)}`
  const series = makeSeries(kind, gaps, { fromDay, endDay }, random)
  return registerKinds.map((register) => {
    const point = makeRegister(kind, register, series, random)
    return { kind, register, gaps, adviceFrom, series, point }
  })
}

function makeSeries(
  kind: LoadKind,
  gaps: GapKind,
  { fromDay, endDay }: { fromDay: string; endDay: string },
  random: () => number,
): QuarterHourSeries {
  const firstStartMs = localMidnightMs(fromDay)
  const count = (localMidnightMs(endDay) - firstStartMs) / quarterHourMs
  const importMilliWh = new Float64Array(count)
  const isEstimated = new Uint8Array(count)
  const load = makeLoad(kind, random)
  const offset = Math.round((firstStartMs - localMidnightMs(firstSaturday)) / dayMs)
  for (let i = 0; i < count; i++) {
    const hours = i / 4
    const day = Math.floor(hours / 24)
    importMilliWh[i] = Math.round(Math.max(load(hours - day * 24, day + offset, i), 0) * milliWhPerKw)
  }
  cutGaps(importMilliWh, gaps, random)
  return { firstStartMs, importMilliWh, exportMilliWh: null, isEstimated }
}

const dayMs = 86_400_000
/** Before every row of readings; it lies where the year of `makeLoad` begins, too. */
const firstSaturday = '2023-11-04'

/** kW by hour of the day, day since the first Saturday of a November, and quarter-hour. */
function makeLoad(kind: LoadKind, random: () => number) {
  const size = 0.6 + random() * 1.4
  const noise = 0.1 + random() * 0.5
  const rare = 0.001 + random() * 0.02
  const peak = 1 + random() * 6
  const scale = kind === 'factory' ? 20 + random() * 250 : kind === 'shop' ? 5 + random() * 15 : size
  const winter = (day: number) => 0.5 + 0.5 * Math.cos(((day - 75) / 365) * 2 * Math.PI)
  const livelyDay = 730 + Math.floor(random() * 365)
  let carUntil = -1
  return (hour: number, day: number, i: number): number => {
    const evening = hour > 16 && hour < 22 ? 1 : hour > 6 && hour < 9 ? 0.6 : 0.25
    const burst = random() < rare ? peak * random() : 0
    const base = (evening + noise * random()) * size + burst
    const isWeekend = day % 7 < 2
    switch (kind) {
      case 'house':
        return base
      case 'heatPump':
        return base + winter(day) * (2 + random()) * (hour < 6 ? 1.4 : 1)
      case 'car':
        if (hour >= 18 && carUntil < i && random() < 0.02) carUntil = i + 4 + Math.floor(random() * 16)
        return base + (i < carUntil ? (seedPower(random) < 0.5 ? 7.4 : 11) * 0.98 : 0)
      case 'midday':
        return base + (hour >= 11 && hour < 15 ? 2.5 * size : 0)
      case 'holiday':
        return isWeekend && random() < 0.5 ? base * 1.5 : 0.05
      case 'even':
        return scale * (0.95 + 0.1 * random())
      case 'solar':
        return Math.max(base - (hour > 8 && hour < 17 ? (1.2 - winter(day)) * 4 * random() : 0), 0)
      case 'shop':
        return scale * (!isWeekend && hour >= 7 && hour < 19 ? 0.7 + 0.3 * random() : 0.15 + noise * 0.1)
      case 'factory':
        return (
          scale *
          (isWeekend
            ? 0.1
            : hour >= 6 && hour < 22
              ? 0.6 + 0.3 * random() + (random() < rare ? 0.4 : 0)
              : 0.2)
        )
      case 'irrigation':
        return 0.1 + (winter(day) < 0.3 && random() < 0.3 ? 8 * size : 0)
      case 'hotel':
        return base * (winter(day) < 0.25 ? 5 : 1)
      case 'skiLift':
        return 0.2 + (winter(day) > 0.85 && hour >= 8 && hour < 16 ? 10 * size * (0.8 + 0.2 * random()) : 0)
      case 'oneLivelyMonth':
        return base * (day >= livelyDay && day < livelyDay + 30 ? 5 : 1)
    }
  }
}

const seedPower = (random: () => number) => random()

function cutGaps(energies: Float64Array, gaps: GapKind, random: () => number): void {
  const perDay = 96
  const last = energies.length
  if (gaps === 'scattered') for (let i = 0; i < last; i++) if (random() < 0.02) energies[i] = Number.NaN
  if (gaps === 'month') {
    const from = Math.floor(random() * (last - 20 * perDay))
    energies.fill(Number.NaN, from, from + (3 + Math.floor(random() * 17)) * perDay)
  }
  if (gaps === 'summerOnly') energies.fill(Number.NaN, 0, last - (30 + Math.floor(random() * 150)) * perDay)
  if (gaps === 'halfYear') energies.fill(Number.NaN, 0, last - (185 + Math.floor(random() * 170)) * perDay)
}

function makeRegister(
  kind: LoadKind,
  register: RegisterKind,
  { importMilliWh }: QuarterHourSeries,
  random: () => number,
): MeteringPoint {
  const highest = importMilliWh.reduce((most, energy) => (energy > most ? energy : most), 0) / milliWhPerKw
  const isSmall = kind !== 'factory'
  const connectionPowerKw = isSmall
    ? ([14, 17, 22, 35, 43].find((kw) => kw >= highest * 0.9) ?? 43)
    : Math.ceil(Math.max(highest, 44) / 10) * 10
  const minimumPowerKw = isSmall
    ? Math.round(connectionPowerKw * 2) / 10
    : Math.round(connectionPowerKw * 2.5) / 10
  const legal = (kw: number) =>
    Math.min(Math.max(Math.round(kw * 10) / 10, minimumPowerKw), connectionPowerKw)
  const around = (share: number): BlockPowers => {
    const powers = [0.8, 0.85, 0.9, 0.95, 1].map((step) => legal(highest * share * step))
    return powers as BlockPowers
  }
  const blocksKw: Record<RegisterKind, BlockPowers> = {
    operator: around(0.75),
    operatorLow: around(0.3),
    userHigh: around(1 + random() * 0.5),
    userLow: around(0.2 + random() * 0.3),
    userClose: around(0.6 + random() * 0.2),
    none: [0, 0, 0, 0, 0],
    unknown: [0, 0, 0, 0, 0],
  }
  const entry: AgreedPowerEntry = {
    fromDay: '2024-10-01',
    toDay: random() < 0.5 ? '2026-12-31' : '9999-12-31',
    blocksKw: blocksKw[register],
    minimumPowerKw,
    connectionPowerKw,
    setBy: register.startsWith('user') ? 'user' : 'operator',
    isValid: true,
    enteredOn: null,
  }
  return {
    userGroup: 0,
    isHousehold: isSmall && kind !== 'shop',
    connectionPowerKw,
    phases: 3,
    fuseAmpere: null,
    tariffsCount: 2,
    oldBillingPowerKw: null,
    operatingHours: isSmall ? null : 2600,
    agreedPowers: register === 'unknown' ? null : [entry],
  }
}
