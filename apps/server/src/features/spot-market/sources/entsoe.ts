import type { BiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { dayAfter, dayAt } from '@ohmstead/domain/time/days'
import { layOutSpotDays, type SpotPoint } from '@ohmstead/pricing/spot/lay-out-spot-days'
import { marketDay, marketZoneOf, quarterHoursFrom } from '@ohmstead/pricing/spot/market-day'
import type { SpotDay } from '@ohmstead/pricing/spot/spot-day'
import { isMarketAwaited } from '../schedule/spot-times.ts'
import { askSource, readRetryAfter } from './ask-source.ts'
import { SpotFailure, type SpotSource } from './spot-source.ts'

export interface EntsoeOptions {
  baseUrl: string
  token: string
  now(): number
  timeoutMs?: number
}

/** A month of quarter-hours from several auctions has two million. */
const mostBytes = 4_000_000
/** The European one. Others end earlier in the day: their prices of tomorrow are there before those of the market. */
const mainAuction = 1
/** Whoever asks more than 400 times a minute is banned for ten. */
const banMs = 600_000

/** The Transparency Platform of the European transmission operators, with the operator's own token. */
export function createEntsoe({ baseUrl, token, now, timeoutMs = 30_000 }: EntsoeOptions): SpotSource {
  return {
    key: 'entsoe',
    // It allows a year; a month of quarter-hours is read in the time that a job may block others.
    longestDays: 31,
    covers: ({ hasPrices }) => hasPrices,
    fetchDays: async (zone, fromDay, toDay, signal) => {
      const timeZone = marketZoneOf(zone)
      const search = new URLSearchParams({
        securityToken: token,
        documentType: 'A44',
        in_Domain: zone.eic,
        out_Domain: zone.eic,
        periodStart: formatInstant(marketDay(fromDay, timeZone).startMs),
        periodEnd: formatInstant(marketDay(dayAfter(toDay, 1), timeZone).startMs),
      })
      const ask = { accept: 'application/xml', timeoutMs, mostBytes, signal }
      const { status, headers, text } = await askSource(`${baseUrl}/api?${search}`, ask)
      if (status === 401) throw new SpotFailure('spot_token_rejected', 'status 401')
      if (status === 429)
        throw new SpotFailure('spot_busy', 'status 429', readRetryAfter(headers, now()) ?? banMs)
      const readDays = async () =>
        (await readAuctions(text, { zone, fromDay, toDay }))
          .filter(({ sequence, day }) => sequence === mainAuction || !isMarketAwaited(day.day, now()))
          .map(({ day }) => day)
      if (status === 200) return readDays()
      // "No data" comes with several statuses; any other failure is one.
      try {
        return await readDays()
      } catch {
        throw new SpotFailure('spot_unavailable', `status ${status}`, readRetryAfter(headers, now()))
      }
    },
  }
}

const formatInstant = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace(/[-T:]/g, '')

interface Asked {
  zone: BiddingZone
  fromDay: string
  toDay: string
}

/** Of several auctions a day has the prices of the first one that knows it, never a mixture. */
export async function parseEntsoeDays(text: string, asked: Asked): Promise<SpotDay[]> {
  return (await readAuctions(text, asked)).map(({ day }) => day)
}

/** The days of an answer, and which auction each is from. */
async function readAuctions(
  text: string,
  { zone, fromDay, toDay }: Asked,
): Promise<{ day: SpotDay; sequence: number }[]> {
  // Loaded with the first answer: only who has a token needs it.
  const { parseEntsoe } = await import('./parse-entsoe.ts')
  const range = { fromDay, toDay, timeZone: marketZoneOf(zone) }
  const groups = Map.groupBy(parseEntsoe(text), ({ sequence, currency }) => `${sequence} ${currency}`)
  const inOrder = [...groups.values()].sort(
    ([a], [b]) => a!.sequence - b!.sequence || Number(b!.currency === 'EUR') - Number(a!.currency === 'EUR'),
  )
  const days = new Map<string, { day: SpotDay; sequence: number }>()
  for (const series of inOrder) {
    const { sequence, currency } = series[0]!
    const points = dropLocalAuctions(
      series.flatMap((one) => one.points),
      range.timeZone,
    )
    for (const day of layOutSpotDays({ source: 'entsoe', currency, licence: null, points }, range))
      if (!days.has(day.day)) days.set(day.day, { day, sequence })
  }
  return [...days.values()].sort((a, b) => (a.day.day < b.day.day ? -1 : 1))
}

/** While the European auction had hours, shorter units beside them are of local auctions that nobody numbered. */
function dropLocalAuctions(points: readonly SpotPoint[], timeZone: string): readonly SpotPoint[] {
  const endMs = marketDay(quarterHoursFrom, timeZone).startMs
  const isHour = ({ startMs, unitSeconds, price }: SpotPoint) =>
    unitSeconds === 3600 && startMs < endMs && price !== null
  const hourly = new Set(points.filter(isHour).map(({ startMs }) => dayAt(startMs, timeZone)))
  if (hourly.size === 0) return points
  return points.filter(
    ({ startMs, unitSeconds }) => unitSeconds === 3600 || !hourly.has(dayAt(startMs, timeZone)),
  )
}
