import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { MappingRow } from '../adapter.ts'

/** A value by its name in the first and the second version of the interface. */
interface HomeWizardRow {
  names: readonly string[]
  metric: string
  factor?: number
}

const phases = [1, 2, 3].flatMap((phase): HomeWizardRow[] => [
  { names: [`power_l${phase}_w`, `active_power_l${phase}_w`], metric: `power_l${phase}` },
  { names: [`voltage_l${phase}_v`, `active_voltage_l${phase}_v`], metric: `voltage_l${phase}` },
  { names: [`current_l${phase}_a`, `active_current_l${phase}_a`], metric: `current_l${phase}` },
])

export const commonRows: readonly HomeWizardRow[] = [
  { names: ['power_w', 'active_power_w'], metric: 'power' },
  ...phases,
  { names: ['voltage_v', 'active_voltage_v'], metric: 'voltage_l1' },
  { names: ['frequency_hz', 'active_frequency_hz'], metric: 'frequency' },
  { names: ['reactive_power_var', 'active_reactive_power_var'], metric: 'reactive_power' },
  { names: ['power_factor', 'active_power_factor'], metric: 'power_factor' },
]

export const gridRows: readonly HomeWizardRow[] = [
  ...['import', 'export'].flatMap((way) =>
    ['_t1', '_t2'].map((tariff) => ({
      names: [`energy_${way}${tariff}_kwh`, `total_power_${way}${tariff}_kwh`],
      metric: `energy_${way}${tariff}`,
      factor: 1000,
    })),
  ),
  { names: ['tariff', 'active_tariff'], metric: 'tariff' },
  { names: ['average_power_15m_w', 'active_power_average_w'], metric: 'power_avg_15m' },
  { names: ['monthly_power_peak_w', 'montly_power_peak_w'], metric: 'power_peak_month' },
]

export const batteryRows: readonly HomeWizardRow[] = [{ names: ['state_of_charge_pct'], metric: 'soc' }]

/** What the energies in and out are for each kind of device; empty for none. */
export const energyMetrics: Record<DeviceCategory, readonly [inward: string, outward: string]> = {
  GRID: ['energy_import', 'energy_export'],
  SOLAR_POWER_PLANT: ['', 'energy_production'],
  HYBRID_INVERTER: ['', 'energy_production'],
  BATTERY: ['energy_charge', 'energy_discharge'],
  EV_CHARGER: ['energy_consumption', ''],
  HVAC: ['energy_consumption', ''],
  OTHER: ['energy_consumption', ''],
}

/** Meters of a plant or battery count what comes from the house as positive. */
export const powerSign = (category: DeviceCategory): 1 | -1 =>
  category === 'SOLAR_POWER_PLANT' || category === 'HYBRID_INVERTER' || category === 'BATTERY' ? -1 : 1

const describe =
  (device: string) =>
  ({ names, metric, factor = 1 }: HomeWizardRow): MappingRow => ({
    source: names.join(', '),
    target: `${device}/${metric}`,
    change: factor === 1 ? '' : `× ${factor}`,
  })

const energyNames = (way: string) => `energy_${way}_kwh, total_power_${way}_kwh`

export const homeWizardMappings: readonly MappingRow[] = [
  ...commonRows.map(describe('<device>')),
  { source: energyNames('import'), target: 'grid/energy_import', change: '× 1000' },
  { source: energyNames('export'), target: 'grid/energy_export', change: '× 1000' },
  ...gridRows.map(describe('grid')),
  { source: 'power_w of a battery', target: 'bat/power', change: '× −1; check on a device' },
  ...batteryRows.map(describe('bat')),
  { source: energyNames('import'), target: 'bat/energy_charge', change: '× 1000' },
  { source: energyNames('export'), target: 'bat/energy_discharge', change: '× 1000' },
  { source: 'power_w of a plant', target: 'pv/power', change: '× −1' },
  { source: energyNames('export'), target: 'pv/energy_production', change: '× 1000' },
  { source: energyNames('import'), target: '<socket>/energy_consumption', change: '× 1000' },
  { source: 'power_on', target: '<socket>/on', change: '' },
]
