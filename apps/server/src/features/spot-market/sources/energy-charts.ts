import type { BiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { dayAt } from '@ohmstead/domain/time/days'
import { layOutSpotDays, type SpotPoint } from '@ohmstead/pricing/spot/lay-out-spot-days'
import { marketZoneOf, quarterHoursFrom } from '@ohmstead/pricing/spot/market-day'
import { type SpotDay, type SpotUnit, spotUnits, toSpotPrice } from '@ohmstead/pricing/spot/spot-day'
import { z } from 'zod'
import { askSource, readRetryAfter, withoutMark } from './ask-source.ts'
import { SpotFailure, type SpotSource } from './spot-source.ts'

export interface EnergyChartsOptions {
  baseUrl: string
  key?: 'energy-charts' | 'modelled'
  now(): number
  timeoutMs?: number
}

const mostBytes = 8_000_000
/** More than twice the quarter-hours of the longest question: each of them takes time to read. */
const mostPoints = 100_000
/** Beyond it there are no dates. */
const latestMs = 8_640_000_000_000_000
/** Read as seconds it is in the year 5138: larger numbers are milliseconds. */
const latestSeconds = 100_000_000_000
const longestLicence = 2_000

const answerSchema = z.object({
  // Prices are right whatever the terms look like.
  license_info: z.string().nullish().catch(null),
  unix_seconds: z.array(z.number()),
  price: z.array(z.number().nullable()),
})

/** Energy-Charts of Fraunhofer ISE: no key, EUR/MWh in every zone, days of the market's clock, its own rate limit. */
export function createEnergyCharts(options: EnergyChartsOptions): SpotSource {
  const { baseUrl, key = 'energy-charts', now, timeoutMs = 30_000 } = options
  return {
    key,
    longestDays: 366,
    covers: ({ energyCharts }) => energyCharts !== null,
    fetchDays: async (zone, fromDay, toDay, signal) => {
      const search = new URLSearchParams({ bzn: zone.energyCharts ?? '', start: fromDay, end: toDay })
      const ask = { accept: 'application/json', timeoutMs, mostBytes, signal }
      const { status, headers, text } = await askSource(`${baseUrl}/price?${search}`, ask)
      // It has no such day yet.
      if (status === 404) return []
      if (status === 429)
        throw new SpotFailure('spot_busy', 'status 429', readRetryAfter(headers, now()) ?? 60_000)
      if (status !== 200)
        throw new SpotFailure('spot_unavailable', `status ${status}`, readRetryAfter(headers, now()))
      return parseEnergyCharts(text, { zone, fromDay, toDay, source: key })
    },
  }
}

export function parseEnergyCharts(
  text: string,
  asked: { zone: BiddingZone; fromDay: string; toDay: string; source: string },
): SpotDay[] {
  const timeZone = marketZoneOf(asked.zone)
  const { unix_seconds: seconds, price, license_info: licence } = readAnswer(text)
  if (seconds.length !== price.length)
    throw new SpotFailure('spot_malformed', `${seconds.length} times and ${price.length} prices`)
  // Its unit is sometimes wrong ("No Unit"), the numbers are not.
  const answer = { points: readPoints(seconds, price, timeZone), source: asked.source }
  return layOutSpotDays(
    { ...answer, currency: 'EUR', licence: licence?.trim().slice(0, longestLicence) || null },
    { fromDay: asked.fromDay, toDay: asked.toDay, timeZone },
  )
}

function readAnswer(text: string): z.output<typeof answerSchema> {
  let found: z.ZodSafeParseResult<z.output<typeof answerSchema>>
  try {
    found = answerSchema.safeParse(JSON.parse(withoutMark(text)))
  } catch {
    throw new SpotFailure('spot_malformed', 'the answer is no complete JSON')
  }
  if (!found.success) throw new SpotFailure('spot_malformed', 'the answer has another form')
  if (found.data.unix_seconds.length > mostPoints)
    throw new SpotFailure('spot_malformed', 'the answer has more prices than were asked for')
  const { unix_seconds: seconds } = found.data
  if (seconds.length > 0 && seconds.every((one) => one > latestSeconds))
    throw new SpotFailure('spot_malformed', 'the times are no seconds')
  return found.data
}

/** Only starts are given: the unit of a day is its shortest step, so that a gap is not taken for a longer unit. */
function readPoints(
  seconds: readonly number[],
  price: readonly (number | null)[],
  timeZone: string,
): SpotPoint[] {
  const starts = seconds.map((one) => one * 1000)
  const unitOfDay = new Map<string, number>()
  const days = starts.map((startMs) => (isInstant(startMs) ? dayAt(startMs, timeZone) : ''))
  // Neighbours in time, whatever the order of the answer.
  const inTime = days.flatMap((day, at) => (day === '' ? [] : [at])).sort((a, b) => starts[a]! - starts[b]!)
  for (const [place, at] of inTime.entries()) {
    const before = inTime[place - 1]
    if (before === undefined || days[before] !== days[at]) continue
    const step = (starts[at]! - starts[before]!) / 1000
    const day = days[at]!
    if (step > 0) unitOfDay.set(day, Math.min(step, unitOfDay.get(day) ?? step))
  }
  return starts.flatMap((startMs, at) => {
    const value = price[at] ?? null
    const day = days[at]!
    const unitSeconds = asUnit(unitOfDay.get(day)) ?? (day < quarterHoursFrom ? 3600 : 900)
    return day === '' ? [] : [{ startMs, unitSeconds, price: value === null ? null : toSpotPrice(value) }]
  })
}

const isInstant = (ms: number) => Number.isInteger(ms) && Math.abs(ms) <= latestMs

const asUnit = (step: number | undefined): SpotUnit | undefined => spotUnits.find((unit) => unit === step)
