import { describe, expect, it } from 'vitest'
import { calculateDayInputs } from './day-inputs.ts'
import { findSeriesDay, type MeasuredSeries } from './measured-series.ts'
import { parseMeasuredSeries } from './parse-measured-series.ts'
import type { PlantConfig } from './plant-config.ts'

const config = (series: MeasuredSeries): PlantConfig => ({
  seed: 1,
  weatherSeed: 1,
  latitude: 50,
  longitude: 10,
  timeZone: 'UTC',
  loadKind: 'home',
  loadScale: 1,
  series,
  pv: { peakW: 5000, tiltDegrees: 30, azimuthDegrees: 180, inverterW: 4000, temperatureCoefficient: 0 },
  hasUtilityMeter: true,
  firstImportWh: 0,
  firstExportWh: 0,
})

function hourly(days: number, header = 'timestep,electricity demand (kW),pv yield (kW/kW)'): string {
  const lines = [header]
  for (let hour = 0; hour < days * 24; hour++) {
    const time = new Date(Date.UTC(2020, 0, 1, hour)).toISOString().slice(0, 19).replace('T', ' ')
    lines.push(`${time},${(hour % 7) / 10},${hour % 24 === 12 ? 0.9 : 0}`)
  }
  return lines.join('\n')
}

const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0)

describe('a measured series', () => {
  it('keeps the sum of the file when values are held', () => {
    const series = parseMeasuredSeries(hourly(3))
    const first = series.firstDayNumber
    const days = [0, 1, 2].map((offset) => calculateDayInputs(config(series), first + offset))
    const energyWh = days.reduce((total, { loadW }) => total + sum(loadW) / 60, 0)
    expect(energyWh).toBeCloseTo(sum(series.loadKw) * 1000, 6)
    expect(days[0]!.pvW[12 * 60]).toBe(4000)
    expect(days[0]!.pvW[11 * 60]).toBe(0)
  })

  it('interpolates between the middles of the steps', () => {
    const series = parseMeasuredSeries(hourly(3), 'linear')
    const { loadW } = calculateDayInputs(config(series), series.firstDayNumber)
    expect(loadW[60]).toBeCloseTo(50.8, 1)
    expect(loadW[90]).toBeCloseTo(100.8, 1)
  })

  it.each([
    [
      'semicolons, decimal commas and kWh',
      'Datum;Poraba [kWh]\n01.02.2024 00:00;0,5\n01.02.2024 00:15;0,25',
      2,
    ],
    ['tabs and W', 'timestamp\tload_W\n2024-02-01T00:00:00Z\t2000\n2024-02-01T00:15:00Z\t100', 2],
    ['epoch seconds', 'time,power\n1706745600,2\n1706746500,1', 2],
    [
      'the column of the sun first',
      'timestamp,PV kW,household kW\n2024-02-01 00:00,9,2\n2024-02-01 00:15,9,1',
      2,
    ],
  ])('reads %s', (_, text, firstKw) => {
    const series = parseMeasuredSeries(text)
    expect(series.stepSeconds).toBe(900)
    expect(series.loadKw).toHaveLength(96)
    expect(series.loadKw[0]).toBeCloseTo(firstKw, 10)
  })

  it('repeats the previous value for a missing one, and counts it', () => {
    const series = parseMeasuredSeries(
      'timestamp,kW\n2024-02-01 00:00,1\n2024-02-01 01:00,\n2024-02-01 02:00,3',
    )
    expect([...series.loadKw.slice(0, 4)]).toEqual([1, 1, 3, 3])
    expect(series.heldSteps).toBe(22)
  })

  it('reports what is missing', () => {
    expect(() => parseMeasuredSeries('timestamp\n2024-01-01')).toThrow(/no column of demand/)
    expect(() => parseMeasuredSeries('a,b\nx,1\ny,2')).toThrow(/times/)
  })

  it('maps a day onto the same day of the measured year, 29 February onto 28', () => {
    const lines = ['timestamp,kW']
    for (let hour = 0; hour < 365 * 24; hour++) {
      lines.push(`${new Date(Date.UTC(2019, 0, 1, hour)).toISOString()},${hour}`)
    }
    const series = parseMeasuredSeries(lines.join('\n'))
    const day = (iso: string) => Date.parse(iso) / 86_400_000
    expect(findSeriesDay(series, day('2026-01-01'))).toBe(0)
    expect(findSeriesDay(series, day('2028-02-29'))).toBe(58)
    expect(findSeriesDay(series, day('2025-12-31'))).toBe(364)
  })
})
