import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advancePlant, createPlant, findPowers } from './advance-plant.ts'
import type { PlantConfig } from './plant-config.ts'
import { automatic, type PlantControl } from './plant-control.ts'
import { createPlantState, type PlantState } from './plant-state.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 2, 1)

const kind = fc.constantFrom('home', 'apartment', 'farm', 'bakery', 'office')
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const arbitraryConfig: fc.Arbitrary<PlantConfig> = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  weatherSeed: fc.integer({ min: 1, max: 100 }),
  latitude: fc.double({ min: -60, max: 60, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  timeZone: fc.constantFrom(
    'Europe/Ljubljana',
    'UTC',
    'Asia/Kolkata',
    'America/St_Johns',
    'Australia/Lord_Howe',
  ),
  loadKind: kind,
  loadScale: fc.constantFrom(0, 0.4, 1, 2),
  pv: maybe(
    fc.record({
      peakW: fc.integer({ min: 500, max: 40_000 }),
      tiltDegrees: fc.integer({ min: 0, max: 90 }),
      azimuthDegrees: fc.integer({ min: 0, max: 359 }),
      inverterW: fc.integer({ min: 500, max: 30_000 }),
      temperatureCoefficient: fc.constantFrom(-0.0035, -0.0047),
    }),
  ),
  battery: maybe(
    fc.record({
      capacityWh: fc.constantFrom(0, 2000, 10_000, 60_000),
      maxChargeW: fc.integer({ min: 100, max: 20_000 }),
      maxDischargeW: fc.integer({ min: 100, max: 20_000 }),
      chargeEfficiency: fc.double({ min: 0.7, max: 1, noNaN: true }),
      dischargeEfficiency: fc.double({ min: 0.7, max: 1, noNaN: true }),
      selfDischargePerHour: fc.constantFrom(0, 0.00005, 0.01),
      socMin: fc.constantFrom(0, 0.1),
      socMax: fc.constantFrom(0.9, 1),
    }),
  ),
  ev: maybe(
    fc.record({
      phases: fc.constantFrom(1 as const, 3 as const),
      maxCurrentA: fc.constantFrom(16, 32),
      arrivalHour: fc.constantFrom(8, 17, 23),
      departureHour: fc.constantFrom(24, 31, 40),
      chance: fc.constant([1, 1, 1, 1, 1, 1, 1]),
      meanEnergyWh: fc.constantFrom(3000, 11_000, 60_000),
    }),
  ),
  heatPump: maybe(
    fc.record({
      lossWPerK: fc.constantFrom(80, 190),
      massWhPerK: fc.constantFrom(500, 9000),
      maxHeatW: fc.constantFrom(3000, 9000),
      targetC: fc.constantFrom(19, 22),
      hotWaterW: fc.constantFrom(0, 1500),
    }),
  ),
  hasUtilityMeter: fc.boolean(),
  firstImportWh: fc.constantFrom(0, 1.2e7),
  firstExportWh: fc.constantFrom(0, 3e6),
})

const arbitraryControl: fc.Arbitrary<PlantControl> = fc.record({
  batterySetpointW: fc.option(timed(fc.integer({ min: -8000, max: 8000 }))),
  evSetpointW: fc.option(timed(fc.integer({ min: 0, max: 11_000 }))),
  importLimitW: fc.option(timed(fc.integer({ min: 0, max: 6000 }))),
  exportLimitW: fc.option(timed(fc.integer({ min: 0, max: 3000 }))),
  evOn: fc.option(timed(fc.boolean())),
  heatPumpOn: fc.option(timed(fc.boolean())),
  evMode: fc.constantFrom('fast', 'solar', 'off'),
  evCurrentLimitA: fc.option(fc.integer({ min: 6, max: 16 })),
  indoorTargetC: fc.option(fc.integer({ min: 18, max: 24 })),
  socMin: fc.option(fc.constantFrom(0.05, 0.5)),
  maxImportW: fc.option(fc.constant(9000)),
  maxExportW: fc.option(fc.constant(4000)),
})

function timed<T>(value: fc.Arbitrary<T>) {
  return fc.record({ value, untilMs: fc.integer({ min: start, max: start + 2 * dayMs }) })
}

const registers = [
  'importT1Wh',
  'importT2Wh',
  'exportT1Wh',
  'exportT2Wh',
  'productionWh',
  'chargeWh',
  'dischargeWh',
  'selfDischargeWh',
  'loadWh',
  'evWh',
  'heatPumpWh',
] as const

function checkBalance(config: PlantConfig, from: PlantState, to: PlantState): void {
  const delta = (key: (typeof registers)[number]) => to[key] - from[key]
  const gridWh = delta('importT1Wh') + delta('importT2Wh') - delta('exportT1Wh') - delta('exportT2Wh')
  const sourcesWh = gridWh + delta('productionWh') + delta('dischargeWh') - delta('chargeWh')
  const usesWh = delta('loadWh') + delta('evWh') + delta('heatPumpWh')
  const size = 1 + Math.max(...registers.map((key) => to[key]))
  expect(Math.abs(sourcesWh - usesWh) / size).toBeLessThan(1e-9)
  const { battery } = config
  const storedWh = battery
    ? delta('chargeWh') * battery.chargeEfficiency -
      delta('dischargeWh') / battery.dischargeEfficiency -
      delta('selfDischargeWh')
    : 0
  expect(Math.abs(to.batteryWh - from.batteryWh - storedWh) / size).toBeLessThan(1e-9)
}

describe('advancePlant', () => {
  it('conserves energy in every step and over time, and never decreases a register', () => {
    fc.assert(
      fc.property(
        arbitraryConfig,
        arbitraryControl,
        fc.array(fc.integer({ min: 1, max: 3 * 3_600_000 }), { minLength: 5, maxLength: 30 }),
        (config, control, stepsMs) => {
          const plant = createPlant(config)
          const state = createPlantState(config, start)
          const first = { ...state }
          for (const stepMs of stepsMs) {
            const before = { ...state }
            advancePlant(plant, state, state.ts + stepMs, control)
            checkBalance(config, before, state)
            for (const key of registers) expect(state[key]).toBeGreaterThanOrEqual(before[key])
          }
          checkBalance(config, first, state)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('gives the same registers however a time span is split', () => {
    fc.assert(
      fc.property(
        arbitraryConfig,
        arbitraryControl,
        fc.array(fc.integer({ min: start, max: start + dayMs }), { minLength: 1, maxLength: 40 }),
        (config, control, cuts) => {
          const whole = createPlantState(config, start)
          advancePlant(createPlant(config), whole, start + dayMs, control)
          const cut = createPlantState(config, start)
          const plant = createPlant(config)
          for (const ts of [...cuts.sort((a, b) => a - b), start + dayMs])
            advancePlant(plant, cut, ts, control)
          const size = 1 + Math.max(...registers.map((key) => whole[key]))
          for (const key of [...registers, 'batteryWh', 'indoorC'] as const) {
            expect(Math.abs(cut[key] - whole[key])).toBeLessThanOrEqual(1e-9 * size)
          }
        },
      ),
      { numRuns: 60, examples: [[carAtLimit, emptyAtLimit, halfMinutes]] },
    )
  })

  it('keeps powers and state of charge within limits, and balances the powers of an instant', () => {
    fc.assert(
      fc.property(
        arbitraryConfig,
        arbitraryControl,
        fc.integer({ min: 0, max: 90 }),
        (config, control, minutes) => {
          const plant = createPlant(config)
          const state = createPlantState(config, start)
          for (let step = 0; step < 30; step++) {
            advancePlant(plant, state, state.ts + minutes * 60_000 + 1234, control)
            const powers = findPowers(plant, state, control)
            const sum =
              powers.gridW + powers.pvW + powers.batteryW - powers.loadW - powers.evW - powers.heatPumpW
            expect(Math.abs(sum)).toBeLessThan(1e-9 * (1 + powers.loadW + powers.pvW + powers.evW))
            expect(powers.pvW).toBeGreaterThanOrEqual(0)
            const { battery, ev } = config
            if (battery) {
              expect(state.batteryWh).toBeLessThanOrEqual(battery.socMax * battery.capacityWh)
              expect(state.batteryWh).toBeGreaterThanOrEqual(0)
              expect(powers.batteryW).toBeLessThanOrEqual(battery.maxDischargeW)
              expect(powers.batteryW).toBeGreaterThanOrEqual(-battery.maxChargeW)
            }
            if (ev && powers.evW > 0) {
              expect(powers.evW).toBeGreaterThanOrEqual(6 * 230 * ev.phases)
              expect(powers.evW).toBeLessThanOrEqual(ev.maxCurrentA * 230 * ev.phases)
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('follows a battery setpoint until its end and then returns to automatic', () => {
    const config: PlantConfig = { ...homeWithBattery, loadScale: 1 }
    const plant = createPlant(config)
    const state = createPlantState(config, start + 20 * 3_600_000)
    const untilMs = state.ts + 90_000
    const control = { ...automatic, batterySetpointW: { value: -2000, untilMs } }
    expect(findPowers(plant, state, control).batteryW).toBe(-2000)
    advancePlant(plant, state, untilMs - 1, control)
    expect(findPowers(plant, state, control).batteryW).toBe(-2000)
    advancePlant(plant, state, untilMs, control)
    expect(findPowers(plant, state, control).batteryW).toBeGreaterThan(0)
    expect(state.chargeWh).toBeCloseTo((2000 * 90) / 3600, 9)
  })

  it('changes nothing if the battery has no size', () => {
    const { battery: _, ...without } = homeWithBattery
    const none: PlantConfig = { ...homeWithBattery, battery: { ...homeWithBattery.battery!, capacityWh: 0 } }
    const a = createPlantState(without, start)
    const b = createPlantState(none, start)
    advancePlant(createPlant(without), a, start + 3 * dayMs, automatic)
    advancePlant(createPlant(none), b, start + 3 * dayMs, automatic)
    expect(b).toEqual(a)
  })

  it('curtails the sun to an export limit once the battery is full', () => {
    const noon = Date.UTC(2026, 5, 14, 11)
    const plant = createPlant(homeWithBattery)
    const state = { ...createPlantState(homeWithBattery, noon), batteryWh: 10_000 }
    const control = { ...automatic, maxExportW: 500 }
    advancePlant(plant, state, noon + 3_600_000, control)
    expect(state.exportT1Wh + state.exportT2Wh).toBeLessThanOrEqual(500 + 1e-6)
  })
})

const homeWithBattery: PlantConfig = {
  seed: 5,
  weatherSeed: 9,
  latitude: 46.05,
  longitude: 14.5,
  timeZone: 'Europe/Ljubljana',
  loadKind: 'home',
  loadScale: 1,
  pv: { peakW: 8000, tiltDegrees: 30, azimuthDegrees: 180, inverterW: 7000, temperatureCoefficient: -0.0035 },
  battery: {
    capacityWh: 10_000,
    maxChargeW: 5000,
    maxDischargeW: 5000,
    chargeEfficiency: 0.96,
    dischargeEfficiency: 0.96,
    selfDischargePerHour: 0.00005,
    socMin: 0.1,
    socMax: 1,
  },
  hasUtilityMeter: true,
  firstImportWh: 0,
  firstExportWh: 0,
}

/** A car that could briefly charge from an almost empty battery, if it were asked at that moment. */
const carAtLimit: PlantConfig = {
  ...homeWithBattery,
  pv: undefined,
  ev: {
    ...{ phases: 1, maxCurrentA: 16, arrivalHour: 8, departureHour: 24 },
    ...{ chance: [1, 1, 1, 1, 1, 1, 1], meanEnergyWh: 60_000 },
  },
}
const emptyAtLimit: PlantControl = {
  ...automatic,
  ...{
    batterySetpointW: { value: -1, untilMs: start + dayMs },
    evMode: 'fast',
    evCurrentLimitA: 7,
    socMin: 0.5,
  },
  importLimitW: { value: 1609, untilMs: start + dayMs },
}
const halfMinutes = Array.from({ length: 40 }, (_, at) => start + at * 2_100_000 + 30_000)
