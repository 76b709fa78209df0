import { findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { marketDay, marketTimeZone } from '@ohmstead/pricing/spot/market-day'
import { expect, test } from 'vitest'
import { entsoeDocument, entsoeNoData, entsoeSeries } from '../../../testing/spot-answers.ts'
import { parseEnergyCharts } from './energy-charts.ts'
import { parseEntsoeDays } from './entsoe.ts'

const zone = findBiddingZone('DE-LU')!
const day = '2026-05-30'
const startMs = marketDay(day, marketTimeZone).startMs
const places = Array.from({ length: 96 }, (_, place) => place)
const startOf = (place: number) => startMs / 1000 + place * 900
const asked = { zone, fromDay: day, toDay: day }

const readCharts = (answer: object | string) =>
  parseEnergyCharts(typeof answer === 'string' ? answer : JSON.stringify(answer), {
    ...asked,
    source: 'energy-charts',
  })
const readEntsoe = (text: string, on = day) => parseEntsoeDays(text, { zone, fromDay: on, toDay: on })
/** A series whose prices are the places of its units. */
const series = (on = day) => {
  const first = marketDay(on, marketTimeZone).startMs
  return entsoeSeries({ fromDay: on, toDay: on, price: (atMs) => (atMs - first) / 900_000 })
}
const perMwh = (prices: Int32Array) => Array.from(prices, (price) => price / 1e5)

test.each([
  ['every second one first', [...places].sort((a, b) => (a % 2) - (b % 2) || a - b)],
  ['the last one first', [...places].reverse()],
])('Energy-Charts: quarter-hours out of order, %s, are each at their place', (_, order) => {
  const [found] = readCharts({ unix_seconds: order.map(startOf), price: order })
  expect(found).toMatchObject({ unitSeconds: 900, missing: 0 })
  expect(perMwh(found!.prices)).toEqual(places)
})

test.each([
  ['of another form', { text: 'CC BY' }, null],
  ['longer than is kept', 'x'.repeat(3_000), 'x'.repeat(2_000)],
  ['missing', undefined, null],
])('Energy-Charts: terms %s do not cost the prices', (_, license_info, licence) => {
  const [found] = readCharts({ unix_seconds: places.map(startOf), price: places, license_info })
  expect(found).toMatchObject({ missing: 0, licence })
})

test('Energy-Charts: milliseconds are reported, not taken for an empty answer', () => {
  const milliseconds = { unix_seconds: places.map((place) => startOf(place) * 1000), price: places }
  expect(() => readCharts(milliseconds)).toThrow('no seconds')
})

test('a byte order mark or a blank line before an answer changes nothing', async () => {
  const charts = JSON.stringify({ unix_seconds: places.map(startOf), price: places })
  expect(readCharts(`\uFEFF${charts}`)).toHaveLength(1)
  expect(await readEntsoe(`\uFEFF${entsoeDocument(series())}`)).toHaveLength(1)
  expect(await readEntsoe(`\r\n${entsoeDocument(series())}`)).toHaveLength(1)
})

test('ENTSO-E: a position without an amount is unknown, and nothing before it is repeated in its place', async () => {
  const document = entsoeDocument(series()).replace('<price.amount>1</price.amount>', '<price.amount/>')
  const [found] = await readEntsoe(document)
  expect(found!.missing).toBe(1)
  expect([0, 2].map((at) => found!.prices[at]! / 1e5)).toEqual([0, 2])
})

test.each([
  'The amount of requested data exceeds allowed limit. Requested: 600, allowed: 200',
  'Delivered time interval is not valid for this Data item.',
  'Unexpected error occurred.',
])('ENTSO-E: a refusal with the code of missing data is none: %s', async (text) => {
  const refusal = entsoeNoData().replace('No matching data found', text)
  await expect(readEntsoe(refusal)).rejects.toMatchObject({ code: 'spot_unavailable' })
})

test('ENTSO-E: missing data is none, with the words of the platform or without any', async () => {
  const words =
    'No matching data found for Data item Day-ahead Prices [12.1.D] (10YSI-ELES-----O, 10YSI-ELES-----O)'
  expect(await readEntsoe(entsoeNoData().replace('No matching data found', words))).toEqual([])
  expect(await readEntsoe(entsoeNoData().replace(/<text>.*<\/text>/, ''))).toEqual([])
})

test.each([
  ['+12.5', 12.5],
  ['-.5', -0.5],
  ['7.', 7],
  ['45.300000000000004', 45.3],
])('ENTSO-E: %s is a price', async (text, price) => {
  const answer = entsoeDocument(series().replace(/<price.amount>.*?</g, `<price.amount>${text}<`))
  const [found] = await readEntsoe(answer)
  expect(new Set(perMwh(found!.prices))).toEqual(new Set([price]))
})

test('ENTSO-E: an interval without an offset is refused, whatever the clock of the server', async () => {
  const answer = entsoeDocument(series().replace(/Z<\/(start|end)>/g, '</$1>'))
  await expect(readEntsoe(answer)).rejects.toMatchObject({ code: 'spot_malformed' })
})

test('ENTSO-E: beside hours of the European auction, quarter-hours of a local one without a number are left out', async () => {
  const quarters = (on: string) =>
    series(on)
      .replaceAll('PT60M', 'PT15M')
      .replace(/<price.amount>.*?</g, '<price.amount>999<')
  const old = '2024-05-30'
  const [hourly] = await readEntsoe(entsoeDocument(series(old) + quarters(old)), old)
  expect(hourly).toMatchObject({ unitSeconds: 3600, missing: 0 })
  expect(perMwh(hourly!.prices)).not.toContain(999)
  const hours = series()
    .replaceAll('PT15M', 'PT60M')
    .replace(/<price.amount>.*?</g, '<price.amount>999<')
  const [fine] = await readEntsoe(entsoeDocument(hours + series()))
  expect(fine).toMatchObject({ unitSeconds: 900, missing: 0 })
  expect(perMwh(fine!.prices)).toEqual(places)
})
