import { describe, expect, it } from 'vitest'
import { calculateDayInputs } from './day-inputs.ts'
import { calculateDayNumber } from './local-day.ts'
import type { PlantConfig } from './plant-config.ts'

const config: PlantConfig = {
  seed: 3,
  weatherSeed: 4,
  latitude: 46,
  longitude: 14.5,
  timeZone: 'Europe/Ljubljana',
  loadKind: 'bakery',
  loadScale: 1,
  hasUtilityMeter: true,
  firstImportWh: 0,
  firstExportWh: 0,
}
const dayOf = (iso: string) => Date.parse(iso) / 86_400_000
const mean = (values: Float64Array, fromHour: number, toHour: number) => {
  const part = values.slice(fromHour * 60, toHour * 60)
  return part.reduce((a, b) => a + b, 0) / part.length
}

describe('calculateDayInputs', () => {
  it('gives the same day for the same seed and a different one for another', () => {
    const day = dayOf('2026-05-05')
    expect(calculateDayInputs(config, day)).toEqual(calculateDayInputs(config, day))
    expect(calculateDayInputs({ ...config, seed: 4 }, day).loadW).not.toEqual(
      calculateDayInputs(config, day).loadW,
    )
  })

  it.each([
    ['2026-03-29', 1380],
    ['2026-10-25', 1500],
    ['2026-06-01', 1440],
  ])('has %s with %d minutes, without holes, and starts at local midnight', (iso, minutes) => {
    const inputs = calculateDayInputs(config, dayOf(iso))
    expect(inputs.loadW).toHaveLength(minutes)
    expect(inputs.loadW.every((watts) => watts > 0)).toBe(true)
    expect(calculateDayNumber('Europe/Ljubljana', inputs.day.startMs)).toBe(dayOf(iso))
    expect(calculateDayNumber('Europe/Ljubljana', inputs.day.startMs - 1)).toBe(dayOf(iso) - 1)
    expect(calculateDayNumber('Europe/Ljubljana', inputs.day.endMs - 1)).toBe(dayOf(iso))
  })

  it('heats the ovens of a bakery at three in the morning, but not on Sunday', () => {
    expect(mean(calculateDayInputs(config, dayOf('2026-05-05')).loadW, 3, 6)).toBeGreaterThan(12_000)
    expect(mean(calculateDayInputs(config, dayOf('2026-05-10')).loadW, 3, 6)).toBeLessThan(4_000)
  })

  it('fills an office on workdays only', () => {
    const office: PlantConfig = { ...config, loadKind: 'office' }
    expect(mean(calculateDayInputs(office, dayOf('2026-05-05')).loadW, 9, 15)).toBeGreaterThan(6_000)
    expect(mean(calculateDayInputs(office, dayOf('2026-05-09')).loadW, 9, 15)).toBeLessThan(2_500)
  })

  it('is colder in January than in July, and has no sun at midnight', () => {
    const pv = {
      peakW: 1000,
      tiltDegrees: 30,
      azimuthDegrees: 180,
      inverterW: 1000,
      temperatureCoefficient: -0.0035,
    }
    const winter = calculateDayInputs({ ...config, pv }, dayOf('2026-01-20'))
    const summer = calculateDayInputs({ ...config, pv }, dayOf('2026-07-20'))
    expect(mean(winter.outdoorC, 0, 24)).toBeLessThan(mean(summer.outdoorC, 0, 24) - 8)
    expect(mean(summer.pvW, 0, 3)).toBe(0)
    expect(mean(summer.pvW, 11, 15)).toBeGreaterThan(80)
  })

  it('yields between 950 and 1300 kWh per kWp and year on a southern roof in Slovenia', () => {
    const pv = {
      peakW: 1000,
      tiltDegrees: 35,
      azimuthDegrees: 180,
      inverterW: 1000,
      temperatureCoefficient: -0.0035,
    }
    let energyKwh = 0
    for (let day = dayOf('2025-01-01'); day < dayOf('2026-01-01'); day++) {
      energyKwh += mean(calculateDayInputs({ ...config, pv }, day).pvW, 0, 24) * 0.024
    }
    expect(energyKwh).toBeGreaterThan(950)
    expect(energyKwh).toBeLessThan(1300)
  })
})
