import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSanityProblems, type SanityDevice, type SanityHistory, stepHours } from './sanity-checks.ts'

const steps = 288
const sun = Array.from({ length: steps }, (_, index) => {
  const hour = index * stepHours
  return hour > 8 && hour < 17 ? ('day' as const) : hour < 5 || hour > 20 ? ('night' as const) : null
})

/** Repeatable noise between 0 and 1. */
function createNoise(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

interface House {
  seed: number
  peakW: number
  baseW: number
  batteryWh: number
  clouds: number
}

/** A right plant over a day: every balance holds, and every register counts what flows. */
function simulate({ seed, peakW, baseW, batteryWh, clouds }: House): SanityHistory {
  const noise = createNoise(seed)
  const pv: number[] = []
  const bat: number[] = []
  const grid: number[] = []
  const socs: number[] = []
  const gridPhases: number[][] = [[], [], []]
  const evPhases: number[][] = [[], [], []]
  let storedWh = batteryWh * 0.2
  let isCharging = false
  for (let index = 0; index < steps; index++) {
    const height = Math.max(0, Math.sin(((index * stepHours - 6) / 12) * Math.PI))
    const production = Math.round(height * peakW * (1 - clouds * noise())) - (height === 0 ? 20 : 0)
    if (noise() < 0.05) isCharging = !isCharging
    const car = isCharging ? 3600 : 0
    const load = baseW + Math.round(noise() * 300) + (noise() < 0.1 ? 2000 : 0)
    const surplus = production - load - car
    const most = batteryWh / 3
    const wanted = Math.min(most, Math.max(-most, -surplus))
    const room = wanted > 0 ? storedWh / stepHours : (batteryWh - storedWh) / stepHours
    // No control holds the grid at exactly nothing.
    const power = Math.sign(wanted) * Math.min(Math.abs(wanted + (noise() - 0.5) * 40), room)
    storedWh -= power * stepHours
    pv.push(production)
    bat.push(power)
    socs.push(batteryWh === 0 ? 0 : Math.round((storedWh / batteryWh) * 1000) / 10)
    grid.push(load + car - production - power)
    for (const phase of [0, 1, 2]) {
      evPhases[phase]!.push(phase === 0 ? car : 0)
      gridPhases[phase]!.push((load - production - power) / 3 + (phase === 0 ? car : 0))
    }
  }
  const count = (powerW: readonly number[]) => {
    let total = 5000
    return powerW.map((value) => (total += value * stepHours))
  }
  const device = (
    key: string,
    category: SanityDevice['category'],
    powerW: number[],
    more: Partial<SanityDevice> = {},
  ) => ({
    ...{ key, category, source: 'controller', powerW, phasesW: null, soc: null, registerWh: count(powerW) },
    ...more,
  })
  return {
    sun,
    devices: [
      device('grid', 'GRID', grid, { phasesW: gridPhases }),
      device('pv', 'SOLAR_POWER_PLANT', pv, { registerWh: count(pv.map((value) => Math.max(0, value))) }),
      ...(batteryWh > 0 ? [device('bat', 'BATTERY', bat, { soc: socs })] : []),
      device('ev', 'EV_CHARGER', evPhases[0]!, { phasesW: evPhases }),
    ],
  }
}

const house = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  peakW: fc.integer({ min: 2000, max: 12_000 }),
  baseW: fc.integer({ min: 150, max: 900 }),
  batteryWh: fc.constantFrom(0, 5000, 10_000),
  clouds: fc.constantFrom(0, 0.3, 0.8),
})
const quiet = { numRuns: 150, verbose: 0 as const }

const change = (
  history: SanityHistory,
  key: string,
  by: (device: SanityDevice) => Partial<SanityDevice>,
) => ({
  ...history,
  devices: history.devices.map((device) => (device.key === key ? { ...device, ...by(device) } : device)),
})
/** As a current clamp that is the wrong way round: what it counts goes the other way too. */
const reverse = ({ powerW, registerWh, category }: SanityDevice): Partial<SanityDevice> => ({
  powerW: powerW.map((value) => (value === null ? null : -value)),
  registerWh:
    category === 'SOLAR_POWER_PLANT' || !registerWh
      ? null
      : registerWh.map((value) => (value === null ? null : 10_000 - value)),
})
/** Steps of the night in which the house draws from the grid alone. */
const countHouseAlone = ({ devices }: SanityHistory) => {
  const [grid, battery] = ['grid', 'bat'].map((key) => devices.find((device) => device.key === key)?.powerW)
  return sun.filter(
    (sky, index) => sky === 'night' && Math.abs(battery?.[index] ?? 0) <= 50 && (grid?.[index] ?? 0) > 50,
  ).length
}
const devicesOf = (history: SanityHistory) =>
  findSanityProblems(history).map(({ device, kind }) => `${device} ${kind}`)

describe('a day of a plant', () => {
  it('that is right gives no finding', () => {
    fc.assert(
      fc.property(house, (one) => {
        expect(findSanityProblems(simulate(one))).toEqual([])
      }),
      quiet,
    )
  })

  it('that is right gives none either while parts of it are unknown', () => {
    fc.assert(
      fc.property(house, fc.constantFrom('pv', 'bat', 'ev'), (one, missing) => {
        const all = simulate(one)
        const rest = { ...all, devices: all.devices.filter(({ key }) => key !== missing) }
        expect(findSanityProblems(rest)).toEqual([])
        expect(findSanityProblems({ ...all, sun: sun.map(() => null) })).toEqual([])
      }),
      quiet,
    )
  })

  it('with a solar plant of the other sign always says so, and says nothing of the others', () => {
    fc.assert(
      fc.property(house, (one) => {
        expect(devicesOf(change(simulate(one), 'pv', reverse))).toEqual(['pv dark_production'])
      }),
      quiet,
    )
  })

  it('with a battery of the other sign always says so', () => {
    const withBattery = house.map((one) => ({
      ...one,
      batteryWh: Math.max(one.batteryWh, 5000),
      peakW: one.peakW + 4000,
    }))
    fc.assert(
      fc.property(withBattery, (one) => {
        expect(devicesOf(change(simulate(one), 'bat', reverse))).toEqual(['bat rising_discharge'])
      }),
      quiet,
    )
  })

  it('with a grid meter of the other sign says so once there was an hour of night without the battery', () => {
    fc.assert(
      fc.property(house, (one) => {
        const right = simulate(one)
        const found = devicesOf(change(right, 'grid', reverse))
        // A battery that holds the grid at nothing all night leaves nothing that could not be otherwise.
        expect(found.length).toBeGreaterThanOrEqual(countHouseAlone(right) >= 12 ? 1 : 0)
        expect(found.length).toBeLessThanOrEqual(1)
        for (const text of found) expect(text).toMatch(/^grid (night_export|follows_sun)$/)
      }),
      quiet,
    )
  })
})

describe('a second meter of the grid', () => {
  const withSecond = (history: SanityHistory, by: (grid: SanityDevice) => Partial<SanityDevice>) => {
    const grid = history.devices.find(({ key }) => key === 'grid')!
    return {
      ...history,
      devices: [...history.devices, { ...grid, registerWh: null, ...by(grid), key: 'second' }],
    }
  }
  /** Another make: a little off, and sometimes not heard of. */
  const copy = ({ powerW }: SanityDevice) => {
    const noise = createNoise(3)
    return {
      powerW: powerW.map((value) =>
        noise() < 0.03 ? null : Math.round(value! * 1.01 + (noise() - 0.5) * 30),
      ),
    }
  }

  it('at the same place is always told of, once, and nothing else', () => {
    fc.assert(
      fc.property(house, (one) => {
        const right = simulate({ ...one, batteryWh: 0 })
        expect(findSanityProblems(withSecond(right, copy))).toMatchObject([
          { kind: 'double_grid', device: 'second', other: 'grid' },
        ])
      }),
      quiet,
    )
  })

  it('that measures another part is left alone, whatever the sun does to both', () => {
    fc.assert(
      fc.property(house, fc.integer({ min: 1, max: 1e6 }), (one, seed) => {
        const right = simulate(one)
        const other = simulate({ ...one, seed }).devices[0]!
        const sameSun = withSecond(right, () => ({ powerW: other.powerW, phasesW: null }))
        fc.pre(one.seed !== seed)
        expect(findSanityProblems(sameSun)).toEqual([])
      }),
      quiet,
    )
  })

  it('does not hide that one of both is the wrong way round', () => {
    fc.assert(
      fc.property(house, (one) => {
        const right = simulate({ ...one, batteryWh: 0 })
        const both = change(withSecond(right, copy), 'second', reverse)
        const found = devicesOf(both)
        expect(found.length).toBe(countHouseAlone(right) >= 12 ? 1 : found.length)
        for (const text of found) expect(text).toMatch(/^second (night_export|follows_sun)$/)
      }),
      quiet,
    )
  })

  it('does not say twice what is wrong with the phases of a charger', () => {
    const right = simulate({ seed: 7, peakW: 6000, baseW: 300, batteryWh: 0, clouds: 0.3 })
    const swapped = change(right, 'ev', ({ phasesW }) => ({ phasesW: [1, 0, 2].map((at) => phasesW![at]!) }))
    expect(devicesOf(withSecond(swapped, copy))).toEqual(['second double_grid', 'ev phases'])
  })

  it('gives way if the other does not count energy', () => {
    const right = simulate({ seed: 7, peakW: 6000, baseW: 300, batteryWh: 0, clouds: 0.3 })
    const counting = withSecond(right, (grid) => ({ ...copy(grid), registerWh: grid.registerWh }))
    expect(findSanityProblems(change(counting, 'grid', () => ({ registerWh: null })))).toMatchObject([
      { kind: 'double_grid', device: 'grid', other: 'second' },
    ])
  })
})

describe('a second charger', () => {
  const withCharger = (history: SanityHistory, by: (ev: SanityDevice) => Partial<SanityDevice>) => {
    const ev = history.devices.find(({ key }) => key === 'ev')!
    const second = { ...ev, registerWh: null, phasesW: null, source: 'station', ...by(ev), key: 'second' }
    return { ...history, devices: [...history.devices, second] }
  }
  /** As a station tells of itself: its own samples, and nothing at rest after a zero. */
  const retell = ({ powerW }: SanityDevice) => {
    const noise = createNoise(5)
    return powerW.map((value, index) => {
      const before = powerW[index - 1] ?? null
      if (value === 0) return before === 0 ? null : 0
      // Of the step in which it begins or ends only a part is charging; and now and then nothing is heard.
      if (before === 0 && powerW[index + 1] !== 0) return Math.round(value! * (0.1 + 0.9 * noise()))
      return noise() < 0.05 ? null : Math.round(value! * 1.01 + (noise() - 0.5) * 20)
    })
  }
  const countSessions = ({ devices }: SanityHistory) => {
    const { powerW } = devices.find(({ key }) => key === 'ev')!
    return powerW.filter((value, index) => value !== 0 && powerW[index - 1] === 0).length
  }
  const doubles = (history: SanityHistory) =>
    findSanityProblems(history).filter(({ kind }) => kind === 'double_charger')
  /** What two chargers draw: the second adds to what the house takes from the grid. */
  const withLoad = (history: SanityHistory, powerW: readonly (number | null)[], source = 'station') => {
    const drawn = change(history, 'grid', (grid) => ({
      powerW: grid.powerW.map((value, index) => value! + powerW[index]!),
      ...{ registerWh: null, phasesW: null },
    }))
    return withCharger(drawn, () => ({ powerW, source }))
  }

  it('that is the same one is always told of, once it has charged a few times', () => {
    fc.assert(
      fc.property(house, fc.boolean(), (one, isGridKnown) => {
        const right = simulate(one)
        fc.pre(countSessions(right) >= (isGridKnown ? 5 : 8))
        const all = withCharger(right, (ev) => ({ powerW: retell(ev) }))
        const seen = { ...all, devices: all.devices.filter(({ key }) => isGridKnown || key !== 'grid') }
        expect(findSanityProblems(seen)).toMatchObject([
          { kind: 'double_charger', device: 'second', other: 'ev' },
        ])
      }),
      quiet,
    )
  })

  it('that charges by itself is never told of, whether or not the grid is known', () => {
    fc.assert(
      fc.property(house, fc.integer({ min: 1, max: 1e6 }), fc.boolean(), (one, seed, isGridKnown) => {
        fc.pre(one.seed !== seed)
        const other = simulate({ ...one, seed }).devices.find(({ key }) => key === 'ev')!
        const all = withLoad(simulate(one), other.powerW)
        expect(
          doubles({ ...all, devices: all.devices.filter(({ key }) => isGridKnown || key !== 'grid') }),
        ).toEqual([])
      }),
      quiet,
    )
  })

  it('that is told to do the same is not told of either, since the house draws for two', () => {
    fc.assert(
      fc.property(house, (one) => {
        const right = simulate(one)
        const { powerW } = right.devices.find(({ key }) => key === 'ev')!
        expect(doubles(withLoad(right, powerW))).toEqual([])
      }),
      quiet,
    )
  })

  it('of the same teller is another one', () => {
    const right = simulate({ seed: 7, peakW: 6000, baseW: 300, batteryWh: 0, clouds: 0.3 })
    expect(doubles(withCharger(right, () => ({ source: 'controller' })))).toEqual([])
    expect(doubles(withCharger(right, () => ({})))).toHaveLength(1)
  })

  it('gives way if the other does not count energy', () => {
    const right = simulate({ seed: 7, peakW: 6000, baseW: 300, batteryWh: 0, clouds: 0.3 })
    const counting = withCharger(right, ({ registerWh }) => ({ registerWh }))
    expect(doubles(change(counting, 'ev', () => ({ registerWh: null })))).toMatchObject([
      { device: 'ev', other: 'second' },
    ])
  })
})

describe('other faults', () => {
  const right = simulate({ seed: 7, peakW: 6000, baseW: 300, batteryWh: 0, clouds: 0.3 })

  it('phases of a charger in another order', () => {
    const swapped = change(right, 'ev', ({ phasesW }) => ({
      phasesW: [phasesW![1]!, phasesW![0]!, phasesW![2]!],
    }))
    expect(findSanityProblems(swapped)).toMatchObject([{ kind: 'phases', device: 'ev', order: '213' }])
  })

  it('a register that counts a thousandth, or the other way', () => {
    const small = change(right, 'ev', ({ registerWh }) => ({
      registerWh: registerWh!.map((value) => value! / 1000),
    }))
    expect(devicesOf(small)).toEqual(['ev register'])
    const other = change(right, 'grid', ({ registerWh }) => ({
      registerWh: registerWh!.map((value) => -value!),
    }))
    expect(devicesOf(other)).toEqual(['grid register'])
  })

  it('a meter that cannot count export', () => {
    const blind = change(right, 'grid', ({ powerW }) => ({
      powerW: powerW.map((value) => Math.max(0, value!)),
      registerWh: null,
    }))
    expect(devicesOf(blind)).toEqual(['grid no_export'])
  })
})
