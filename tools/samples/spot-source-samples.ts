import { join } from 'node:path'
import { biddingZones, findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { dayAt } from '@ohmstead/domain/time/days'
import { buildSpotPrices } from '@ohmstead/pricing/spot/build-spot-prices'
import { marketZoneOf } from '@ohmstead/pricing/spot/market-day'
import type { SpotDay } from '@ohmstead/pricing/spot/spot-day'
import { parseEnergyCharts } from '../../apps/server/src/features/spot-market/sources/energy-charts.ts'
import { parseEntsoeDays } from '../../apps/server/src/features/spot-market/sources/entsoe.ts'
import { listSamples, readSample } from './sample-files.ts'

const quarterMs = 900_000

interface RawPrice {
  startMs: number
  price: number
}

/**
 * Passes every answer in `directory`/spot (Energy-Charts as .json, ENTSO-E as .xml) to the parsers of the spot market, and
 * finds each of its prices again in the days laid out. The zone is part of the name of a file, else Slovenia.
 */
export async function checkSpotSourceSamples(
  directory: string,
): Promise<{ files: number; problems: string[]; notes: string[] }> {
  const folder = join(directory, 'spot')
  const names = listSamples(folder, /\.(json|xml)$/i)
  const problems: string[] = []
  const notes: string[] = []
  for (const name of names) {
    const text = readSample(join(folder, name)).toString('utf8')
    try {
      const { days, lost } = await (/\.xml/i.test(name) ? readXml : readJson)(text, zoneOf(name))
      notes.push(`${name}: ${describe(days)}`)
      if (lost > 0) problems.push(`${name}: ${lost} prices are not where they were`)
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message}`)
    }
  }
  return { files: names.length, problems, notes }
}

function zoneOf(name: string) {
  const parts = name.replace(/\.[a-z.]+$/i, '').split('_')
  return biddingZones.find(({ code }) => parts.includes(code)) ?? findBiddingZone('SI')!
}

type Zone = ReturnType<typeof zoneOf>

async function readJson(text: string, zone: Zone) {
  const { unix_seconds: seconds, price } = JSON.parse(text) as { unix_seconds: number[]; price: number[] }
  const raw = seconds.flatMap((second, at) =>
    typeof price[at] === 'number' ? [{ startMs: second * 1000, price: price[at] }] : [],
  )
  const days = parseEnergyCharts(text, { ...rangeOf(raw, zone), zone, source: 'energy-charts' })
  return { days, lost: countLost(days, raw) }
}

/** The prices that are written out, read without the parser; of several auctions those of the lowest sequence. */
async function readXml(text: string, zone: Zone) {
  const bySequence = new Map<number, RawPrice[]>()
  for (const [, series] of text.matchAll(/<(?:\w+:)?TimeSeries>([\s\S]*?)<\/(?:\w+:)?TimeSeries>/g)) {
    const sequence = Number(/AttributeInstanceComponent\.position>(\d+)</.exec(series!)?.[1] ?? 1)
    const own = bySequence.get(sequence) ?? []
    for (const [, period] of series!.matchAll(/<(?:\w+:)?Period>([\s\S]*?)<\/(?:\w+:)?Period>/g)) {
      const startMs = Date.parse(/start>([^<]+)</.exec(period!)![1]!)
      const minutes = Number(/PT(\d+)M/.exec(period!)![1])
      for (const [, position, price] of period!.matchAll(/position>(\d+)<[\s\S]*?price\.amount>([^<]+)</g))
        own.push({ startMs: startMs + (Number(position) - 1) * minutes * 60_000, price: Number(price) })
    }
    bySequence.set(sequence, own)
  }
  const all = [...bySequence.values()].flat()
  if (all.length === 0) {
    await parseEntsoeDays(text, { zone, fromDay: '2026-01-01', toDay: '2026-01-01' })
    return { days: [], lost: 0 }
  }
  const range = rangeOf(all, zone)
  const days = await parseEntsoeDays(text, { zone, ...range })
  const [first] = [...bySequence].sort(([a], [b]) => a - b)
  return { days, lost: countLost(days, first![1]) }
}

function rangeOf(raw: readonly RawPrice[], zone: Zone) {
  const starts = raw.map(({ startMs }) => startMs)
  const day = (ms: number) => dayAt(ms, marketZoneOf(zone))
  return {
    fromDay: day(starts.reduce((least, ms) => Math.min(least, ms))),
    toDay: day(starts.reduce((most, ms) => Math.max(most, ms))),
  }
}

function countLost(days: readonly SpotDay[], raw: readonly RawPrice[]): number {
  const fromMs = days[0]?.startMs ?? 0
  const { price } = buildSpotPrices(days, fromMs, (days.at(-1)?.startMs ?? 0) + 100 * quarterMs)
  return raw.filter((one) => price[(one.startMs - fromMs) / quarterMs] !== Math.round(one.price * 1e5)).length
}

function describe(days: readonly SpotDay[]): string {
  if (days.length === 0) return 'no prices'
  const prices = days.flatMap((day) => [...day.prices]).filter((price) => price > -(2 ** 31))
  const [least, most] = [Math.min, Math.max].map((choose) => prices.reduce((a, b) => choose(a, b)) / 1e5)
  const units = [...new Set(days.map(({ unitSeconds }) => `${unitSeconds / 60} min`))].join(' and ')
  const missing = days.reduce((sum, day) => sum + day.missing, 0)
  return `${days.length} days from ${days[0]!.day}, ${units}, ${least} to ${most} ${days[0]!.currency}/MWh, ${missing} quarter-hours missing`
}
