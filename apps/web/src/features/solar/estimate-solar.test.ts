import { randomSequence } from '@ohmstead/network-fee/optimum/random-sequence'
import { household, seriesOf } from '@ohmstead/network-fee/testing/test-series'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PortalReadings } from '../../shared/portal/portal-readings.ts'
import { addProduction, estimateSolar, type SolarQuestion } from './estimate-solar.ts'
import { toWeather } from './fetch-weather.ts'
import { findTownOf } from './slovenian-towns.ts'

const random = randomSequence(8)
const hours = 61 * 24
const firstStartMs = Date.UTC(2025, 4, 31, 22)
const light = Array.from({ length: hours }, (_, hour) =>
  Math.max(Math.sin((((hour % 24) + 0.5 - 6) / 12) * Math.PI), 0),
)
const irradiance = {
  source: 'modelled' as const,
  attribution: null,
  latitude: 46.05,
  longitude: 14.5,
  elevation_m: 300,
  step_seconds: 3600 as const,
  time: light.map((_, hour) => firstStartMs / 1000 + hour * 3600),
  ghi: light.map((share) => 700 * share),
  dhi: light.map((share) => 180 * share),
  dni: light.map((share) => 600 * share),
  temperature: light.map(() => 20),
  wind: light.map(() => 2),
}

const readings = {
  series: seriesOf('2025-06-01', '2025-08-01', () => 0.4 + random()),
} as PortalReadings

const question = (kWp: number, latitude: number): SolarQuestion => ({
  point: household([6, 6, 6, 6, 6]),
  prices: { vt: 0.14, mt: 0.1, et: null },
  adviceFrom: '2026-12-01',
  levies: true,
  vat: true,
  feedInEurPerKwh: 0.03,
  latitude,
  longitude: 14.5,
  from: '2025-06-01',
  to: '2025-07-31',
  hasNetMetering: false,
  plant: { plane: { tilt: 30, azimuth: 180 }, peakW: kWp * 1000 },
  battery: { capacityKwh: 5, chargeKw: 3, dischargeKw: 3, roundTrip: 0.9, standbyW: 0, wearEurPerKwh: 0 },
})

/** A different place for each test: the weather of a place is cached. */
function answerWith(data: unknown, status = 200): void {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(data), { status })),
  )
}
afterEach(() => vi.unstubAllGlobals())

describe('panels at a metering point', () => {
  it('are used, fed in or stored: only the battery loses energy', async () => {
    answerWith({ data: irradiance })
    const answer = (await estimateSolar(readings, question(6, 46.1), () => {}))!
    const produced = answer.months.reduce((sum, { ownKwh, exportKwh }) => sum + ownKwh + exportKwh, 0)
    const perYear = (produced * 12) / 2
    expect(answer.productionKwh / perYear).toBeCloseTo(1, 1)
    expect(answer.panels.selfConsumption).toBeGreaterThan(0.1)
    expect(answer.withRule!.selfConsumption).toBeGreaterThan(answer.panels.selfConsumption!)
    expect(answer.withRule!.selfSufficiency).toBeGreaterThan(answer.panels.selfSufficiency!)
    expect(answer.withForecast!.yearly.meanEur).toBeGreaterThan(answer.panels.yearly.meanEur)
    expect(answer.weather).toMatchObject({ source: 'modelled', hours, filled: 0 })
    expect(answer.days.map(({ month }) => month)).toEqual([6, 7])
  })

  it('are distinguished from existing panels: only the added energy counts as theirs', async () => {
    answerWith({ data: irradiance })
    // At noon the house already feeds in.
    const given = seriesOf('2025-06-01', '2025-08-01', (_, place) => (place % 96 === 48 ? 2 : 0))
    const there = { series: { ...readings.series, exportMilliWh: given.importMilliWh } } as PortalReadings
    const answer = (await estimateSolar(there, question(6, 46.5), () => {}))!
    expect(answer.hasExport).toBe(true)
    const { fedMoreKwh, selfConsumption } = answer.panels
    expect(fedMoreKwh / answer.productionKwh).toBeCloseTo(1 - selfConsumption!, 6)
    const drawn = answer.months.reduce((sum, { exportKwh }) => sum + exportKwh, 0)
    expect(fedMoreKwh / ((drawn * 12) / 2)).toBeCloseTo(1, 1)
  })

  it("save no more under today's rules than under yearly netting while feed-in is cheap", async () => {
    answerWith({ data: irradiance })
    const answer = (await estimateSolar(readings, question(3, 46.2), () => {}))!
    expect(answer.netMeteringEur).toBeGreaterThan(answer.panels.yearly.meanEur)
  })

  it("save nothing more where yearly netting leaves nothing to pay, and netting's own saving is not theirs", async () => {
    answerWith({ data: irradiance })
    const there = (share: number) => {
      const exportMilliWh = readings.series.importMilliWh.map((energy) => Math.round(energy * share))
      return { series: { ...readings.series, exportMilliWh } } as PortalReadings
    }
    const savingOf = async (share: number, hasNetMetering: boolean, kWp = 3) => {
      const asked = { ...question(kWp, 46.6), battery: null, hasNetMetering }
      return (await estimateSolar(there(share), asked, () => {}))!.netMeteringEur!
    }
    // Nothing is left to net: only lower peaks save.
    expect(await savingOf(2, true)).toBeLessThan(await savingOf(0.2, true))
    expect(await savingOf(2, true, 0)).toBeCloseTo(0, 6)
    expect(await savingOf(2, false, 0)).toBeGreaterThan(100)
  })

  it('of zero size change nothing', async () => {
    answerWith({ data: irradiance })
    const answer = (await estimateSolar(readings, { ...question(0, 46.3), battery: null }, () => {}))!
    expect(answer.panels.yearly.meanEur).toBeCloseTo(0, 6)
    expect(answer.panels.selfConsumption).toBeNull()
    expect(answer.withRule).toBeNull()
  })

  it('wait for weather: a failed answer is reported and retried', async () => {
    answerWith({ error: { code: 'weather_unavailable' } }, 503)
    await expect(estimateSolar(readings, question(6, 46.4), () => {})).rejects.toMatchObject({
      code: 'weather_unavailable',
    })
    answerWith({ data: irradiance })
    expect(await estimateSolar(readings, question(6, 46.4), () => {})).not.toBeNull()
  })
})

it('take unknown hours from the nearest day and count them', () => {
  const ghi: (number | null)[] = [...irradiance.ghi]
  ghi.fill(null, hours - 24)
  const { weather, filled } = toWeather({ ...irradiance, ghi })
  expect(filled).toBe(24)
  expect(weather.globalWm2[hours - 12]).toBe(irradiance.ghi[hours - 36])
})

it('apply production to both registers', () => {
  const added = addProduction(
    {
      importKwh: Float64Array.of(0.5, 0.5, 0.3),
      exportKwh: Float64Array.of(0, 0, 0.1),
      netKwh: Float64Array.of(0.5, 0.5, 0.2),
    },
    Float64Array.of(0.2, 0.8, 0.2),
  )
  expect([...added.importKwh].map((kwh) => kwh.toFixed(2))).toEqual(['0.30', '0.00', '0.10'])
  expect([...added.exportKwh].map((kwh) => kwh.toFixed(2))).toEqual(['0.00', '0.30', '0.10'])
})

describe('the place of an address', () => {
  it.each([
    ['Hiša Novak, Šlandrov trg 8, 3310 Žalec', 'Žalec', false],
    ['Ljubljana house, Mariborska cesta 31, 3000 Celje', 'Celje', false],
    ['Vas 4, 1290 Grosuplje', 'Ljubljana', true],
    [null, 'Ljubljana', true],
  ])('%s is %s', (address, name, isGuessed) => {
    const found = findTownOf(address)
    expect([found.town.name, found.isGuessed]).toEqual([name, isGuessed])
  })
})
