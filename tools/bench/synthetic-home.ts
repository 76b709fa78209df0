import type { IngestDevice } from '../../apps/server/src/features/telemetry/controller-readings.ts'

// Readings as of a real home: noise on every power, registers in whole Wh, clouds, a kettle now and then, a charger
// without a register. The same for the same home and time.

export const homeMetrics = [
  'grid/power',
  'grid/voltage_l1',
  'grid/energy_import',
  'grid/energy_export',
  'pv/power',
  'pv/energy_production',
  'bat/power',
  'bat/soc',
  'bat/state',
  'ev/power',
] as const

const device = (key: string, category: IngestDevice['category'], metrics: string[]): IngestDevice => ({
  key,
  category,
  metrics,
})
export const homeDevices: Record<string, IngestDevice> = {
  grid: device('grid', 'GRID', ['power', 'voltage_l1', 'energy_import', 'energy_export']),
  pv: device('pv', 'SOLAR_POWER_PLANT', ['power', 'energy_production']),
  bat: device('bat', 'BATTERY', ['power', 'soc', 'state', 'energy_charge', 'energy_discharge']),
  ev: device('ev', 'EV_CHARGER', ['power']),
}

export interface HomeSample {
  ts: number
  stepSeconds: null
  values: Record<(typeof homeMetrics)[number], number | string>
}

/** Samples of [from, to) every `stepMs`, in order. */
export function* makeHome(seed: number, from: number, to: number, stepMs: number): Generator<HomeSample> {
  let random = seed * 7919 + 1
  const chance = () => {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31
    return random / 2 ** 31
  }
  const noise = (width: number) => (chance() + chance() - 1) * width
  let [imported, exported, produced] = [5_000_000 + seed * 1000, 2_000_000, 9_000_000]
  let [soc, cloud, kettleUntil, carUntil] = [50, 1, 0, 0]
  for (let ts = from; ts < to; ts += stepMs) {
    const hour = (ts / 3_600_000 + seed / 10) % 24
    cloud = Math.min(1, Math.max(0.2, cloud + noise(0.05)))
    const sun = Math.max(0, Math.sin(((hour - 5) / 15) * Math.PI))
    const pv = Math.round(6000 * sun * cloud + (sun > 0 ? noise(20) : 0))
    if (chance() < stepMs / 5_400_000) kettleUntil = ts + 180_000
    if (chance() < stepMs / 60_000_000) carUntil = ts + 7_200_000
    const car = ts < carUntil ? Math.round(7200 + noise(60)) : 0
    const load = 320 + 150 * Math.sin(hour / 3) + noise(60) + (ts < kettleUntil ? 2100 : 0) + car
    const wish = Math.max(-5000, Math.min(5000, pv - load))
    const battery = (wish > 0 && soc < 100) || (wish < 0 && soc > 10) ? Math.round(wish + noise(15)) : 0
    const grid = Math.round(load - pv + battery + noise(10))
    const hours = stepMs / 3_600_000
    imported += Math.max(0, grid) * hours
    exported += Math.max(0, -grid) * hours
    produced += Math.max(0, pv) * hours
    soc = Math.min(100, Math.max(10, soc + (battery * hours) / 100))
    yield {
      ts,
      stepSeconds: null,
      values: {
        'grid/power': grid,
        'grid/voltage_l1': Math.round((232 + noise(3) - grid / 3000) * 10) / 10,
        'grid/energy_import': Math.floor(imported),
        'grid/energy_export': Math.floor(exported),
        'pv/power': Math.max(0, pv),
        'pv/energy_production': Math.floor(produced),
        'bat/power': battery,
        'bat/soc': Math.round(soc * 10) / 10,
        'bat/state': battery > 0 ? 'charging' : battery < 0 ? 'discharging' : 'idle',
        'ev/power': car,
      },
    }
  }
}
