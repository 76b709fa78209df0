import { publishedRateFiles } from '../rates/published-rates.ts'

// The bill of a month as one would work it out by hand, deliberately by other means than the engine: local time from the
// platform, tiers of hours instead of tables, whole numbers throughout. Only the published numbers are shared.

/** A quarter-hour: its start and import, milliwatt-hours; null if it was not read. */
export interface NaiveReading {
  startMs: number
  milliWh: number | null
}

export interface NaivePoint {
  userGroup: number
  isHousehold: boolean
}

/** Whole cents by block (indexes 0 to 4); null for blocks that the month does not have. */
export interface NaiveBill {
  energyCents: (number | null)[]
  powerCents: (number | null)[]
  excessCents: (number | null)[]
  occurrences: (number | null)[]
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Ljubljana',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  weekday: 'short',
  hour: '2-digit',
  hourCycle: 'h23',
})
const holidays = '01-01 01-02 02-08 04-27 05-01 05-02 06-25 08-15 10-31 11-01 12-25 12-26'.split(' ')
const easterMondays = ['2025-04-21', '2026-04-06', '2027-03-29']
const hourMs = 3_600_000

/** The bill of the calendar month that contains all readings; powers in tenths of a kilowatt. Null without a tariff. */
export function billNaively(
  readings: NaiveReading[],
  powersTenthKw: readonly number[],
  point: NaivePoint,
): NaiveBill | null {
  const { day } = localTime(readings[0]!.startMs)
  const first = `${day.slice(0, 7)}-01`
  const rates = ratesOn(first, point)
  if (rates === null) return null
  const isHigh = isHighSeason(first)
  const byBlock: number[][] = [[], [], [], [], []]
  const blockOfHour = new Map<number, number>()
  for (const { startMs, milliWh } of readings) {
    const hour = Math.floor(startMs / hourMs)
    if (!blockOfHour.has(hour)) blockOfHour.set(hour, blockAt(startMs))
    if (milliWh !== null) byBlock[blockOfHour.get(hour)! - 1]!.push(milliWh)
  }
  const perBlock = (cents: (place: number) => number) =>
    byBlock.map((_, place) => (place === (isHigh ? 4 : 0) ? null : cents(place)))
  const excessOf = (place: number) =>
    byBlock[place]!.map((milliWh) => milliWh * 4 - powersTenthKw[place]! * 100_000).filter((one) => one > 0)
  return {
    energyCents: perBlock((place) => {
      const sum = byBlock[place]!.reduce((all, one) => all + one, 0)
      return toCents(BigInt(sum) * millionths(rates.energy[place]!), 12)
    }),
    powerCents: perBlock((place) =>
      toCents(BigInt(powersTenthKw[place]!) * millionths(rates.power[place]!), 7),
    ),
    excessCents: perBlock((place) => {
      const squares = excessOf(place).reduce((all, one) => all + BigInt(one) ** 2n, 0n)
      const root = squareRoot(squares * 10n ** 12n)
      return toCents(root * millionths(rates.power[place]!) * millionths(rates.factor), 24)
    }),
    occurrences: perBlock((place) => excessOf(place).length),
  }
}

function localTime(atMs: number): { day: string; hour: number; isWeekend: boolean } {
  const part = Object.fromEntries(clock.formatToParts(atMs).map(({ type, value }) => [type, value]))
  const day = `${part.year}-${part.month}-${part.day}`
  return { day, hour: Number(part.hour), isWeekend: part.weekday === 'Sat' || part.weekday === 'Sun' }
}

const isHighSeason = (day: string) => ['11', '12', '01', '02'].includes(day.slice(5, 7))

function blockAt(atMs: number): number {
  const { day, hour, isWeekend } = localTime(atMs)
  const isOff = isWeekend || holidays.includes(day.slice(5)) || easterMondays.includes(day)
  const isHigh = isHighSeason(day)
  if (day < '2027-01-01') {
    const isPeak = (hour >= 7 && hour < 14) || (hour >= 16 && hour < 20)
    const isNight = hour < 6 || hour >= 22
    return (isPeak ? 0 : isNight ? 2 : 1) + (isHigh ? 1 : 2) + (isOff ? 1 : 0)
  }
  const parts: [until: number, highWork: number, highOff: number, lowWork: number, lowOff: number][] = [
    [6, 3, 4, 5, 5],
    [12, 1, 3, 3, 4],
    [17, 2, 4, 4, 5],
    [20, 1, 3, 3, 4],
    [22, 2, 3, 3, 4],
    [24, 3, 4, 5, 5],
  ]
  return parts.find(([until]) => hour < until)![isHigh ? (isOff ? 2 : 1) : isOff ? 4 : 3]
}

interface NaiveRates {
  power: number[]
  energy: number[]
  factor: number
}

function ratesOn(day: string, { userGroup, isHousehold }: NaivePoint): NaiveRates | null {
  const holds = (from: string, to: string | null) => from <= day && (to === null || day <= to)
  const others = isHousehold ? 'nonHousehold' : 'household'
  for (const file of publishedRateFiles) {
    for (const one of file.newSystem ?? []) {
      if (!holds(file.from, one.to) || one.userGroup !== userGroup || one.consumers === others) continue
      if (one.powerEurPerKw === null || one.energyEurPerKwh === null) return null
      return { power: [...one.powerEurPerKw], energy: [...one.energyEurPerKwh], factor: factorOn(day) }
    }
  }
  return null
}

function factorOn(day: string): number {
  if (day < '2026-01-01') return 0.9
  return day < '2028-01-01' ? 1.05 : 1.2
}

const millionths = (value: number) => BigInt(Math.round(value * 1e6))

/** Cents of `digits` × 10^-`decimals` euro, halves up. */
function toCents(digits: bigint, decimals: number): number {
  const perCent = 10n ** BigInt(decimals - 2)
  return Number((2n * digits + perCent) / (2n * perCent))
}

/** The whole part of a square root, by Newton's method. */
function squareRoot(value: bigint): bigint {
  if (value === 0n) return 0n
  let found = BigInt(Math.ceil(Math.sqrt(Number(value)))) + 1n
  for (;;) {
    const next = (found + value / found) / 2n
    if (next >= found) return found
    found = next
  }
}
