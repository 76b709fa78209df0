import type { InventoryDevice } from '@ohmstead/contract/controller-messages'
import type { PlantConfig } from './plant-config.ts'
import type { PlantControl } from './plant-control.ts'

type Param = InventoryDevice['params'][number]

const number = (
  name: string,
  unit: string,
  range: [min: number, max: number, step: number],
  value: number,
): Param => ({
  name,
  type: 'number',
  unit,
  min: range[0],
  max: range[1],
  step: range[2],
  options: null,
  value,
  rw: true,
})

const phases = ['power_l1', 'power_l2', 'power_l3']
const registers = ['energy_import', 'energy_export']
const tariffs = ['energy_import_t1', 'energy_import_t2', 'energy_export_t1', 'energy_export_t2', 'tariff']
const mains = [
  'voltage_l1',
  'voltage_l2',
  'voltage_l3',
  'current_l1',
  'current_l2',
  'current_l3',
  'frequency',
]

/** The plant's devices as the inventory lists them, with the settings that `set` can change. */
export function buildDevices(config: PlantConfig, control: PlantControl): InventoryDevice[] {
  const { pv, battery, ev, heatPump } = config
  const devices: InventoryDevice[] = [
    {
      id: 'grid',
      category: 'GRID',
      name: 'Main meter',
      model: 'Simulated meter',
      serial: `SIM-${config.seed}`,
      metrics: [
        'power',
        ...phases,
        ...registers,
        ...(config.hasUtilityMeter ? tariffs : []),
        ...mains,
        'grid_mode',
      ],
      params: [
        number('max_import', 'W', [0, 100_000, 100], control.maxImportW ?? 100_000),
        number('max_export', 'W', [0, 100_000, 100], control.maxExportW ?? 100_000),
      ],
    },
  ]
  const add = (device: Omit<InventoryDevice, 'serial'>) => devices.push({ serial: null, ...device })
  if (pv) {
    add({
      id: 'pv',
      category: 'SOLAR_POWER_PLANT',
      name: 'Solar power plant',
      model: `Simulated ${(pv.peakW / 1000).toFixed(1)} kWp`,
      metrics: ['power', 'energy_production'],
      params: [],
    })
  }
  if (battery) {
    add({
      id: 'bat',
      category: 'BATTERY',
      name: 'Battery',
      model: `Simulated ${(battery.capacityWh / 1000).toFixed(1)} kWh`,
      metrics: ['power', 'soc', 'capacity', 'energy_charge', 'energy_discharge'],
      params: [number('soc_min', '%', [0, 100, 1], 100 * (control.socMin ?? battery.socMin))],
    })
  }
  if (ev) {
    add({
      id: 'ev',
      category: 'EV_CHARGER',
      name: 'Car charger',
      model: `Simulated ${ev.phases} × ${ev.maxCurrentA} A`,
      metrics: ['power', 'energy_consumption', 'ev_status', 'session_energy', 'current_limit', 'mode'],
      params: [
        number('current_limit', 'A', [6, ev.maxCurrentA, 1], control.evCurrentLimitA ?? ev.maxCurrentA),
        {
          name: 'mode',
          type: 'text',
          unit: null,
          min: null,
          max: null,
          step: null,
          options: ['off', 'solar', 'fast'],
          value: control.evMode,
          rw: true,
        },
      ],
    })
  }
  if (heatPump) {
    add({
      id: 'hvac',
      category: 'HVAC',
      name: 'Heat pump',
      model: `Simulated ${(heatPump.maxHeatW / 1000).toFixed(0)} kW`,
      metrics: ['power', 'energy_consumption', 'temperature', 'temperature_target', 'on'],
      params: [number('temperature_target', '°C', [16, 26, 0.5], control.indoorTargetC ?? heatPump.targetC)],
    })
  }
  return devices
}
