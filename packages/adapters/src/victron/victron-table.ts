import type { DeviceParam } from '@ohmstead/contract/controller-messages'
import type { MappingRow } from '../adapter.ts'
import { describeRows, type PathRow } from '../path-table.ts'

const lines = [1, 2, 3]

/** Paths below `N/<portal>/`, each with a value of its own. */
export const victronRows: readonly PathRow[] = [
  ...lines.map((line) => ({ source: `system/N/Ac/Grid/L${line}/Power`, target: `grid/power_l${line}` })),
  ...lines.map((line) => ({ source: `grid/N/Ac/L${line}/Voltage`, target: `grid/voltage_l${line}` })),
  ...lines.map((line) => ({ source: `grid/N/Ac/L${line}/Current`, target: `grid/current_l${line}` })),
  { source: 'grid/N/Ac/Frequency', target: 'grid/frequency' },
  { source: 'grid/N/Ac/Energy/Forward', target: 'grid/energy_import', factor: 1000 },
  { source: 'grid/N/Ac/Energy/Reverse', target: 'grid/energy_export', factor: 1000 },
  { source: 'system/N/Dc/Battery/Power', target: 'bat/power', factor: -1 },
  { source: 'system/N/Dc/Battery/Soc', target: 'bat/soc' },
  { source: 'system/N/Dc/Battery/Temperature', target: 'bat/temperature' },
  { source: 'battery/N/Soh', target: 'bat/soh' },
  { source: 'evcharger/N/Ac/Power', target: 'evN/power' },
  { source: 'evcharger/N/Ac/Energy/Forward', target: 'evN/energy_consumption', factor: 1000 },
  { source: 'evcharger/N/Session/Energy', target: 'evN/session_energy', factor: 1000 },
  { source: 'evcharger/N/SetCurrent', target: 'evN/current_limit' },
]

const phasesOf = (path: string) => lines.map((line) => `${path}/L${line}/Power`)

/** Values that are the sum of several paths, as they were last told. */
export interface SumRow {
  target: string
  parts: readonly string[]
}
export const victronSums: readonly SumRow[] = [
  { target: 'grid/power', parts: phasesOf('system/0/Ac/Grid') },
  {
    target: 'load/power',
    parts: [...phasesOf('system/0/Ac/ConsumptionOnInput'), ...phasesOf('system/0/Ac/ConsumptionOnOutput')],
  },
  {
    target: 'pv/power',
    parts: [
      ...['PvOnGrid', 'PvOnOutput', 'PvOnGenset'].flatMap((place) => phasesOf(`system/0/Ac/${place}`)),
      'system/0/Dc/Pv/Power',
    ],
  },
]

/** How many phases a place has, for sums that must not begin with some of them. */
export const phaseCounts =
  /^system\/0\/Ac\/(Grid|ConsumptionOn(?:In|Out)put|PvOn(?:Grid|Output|Genset))\/NumberOfPhases$/

export const gridSource = 'system/0/Ac/ActiveIn/Source'
/** 1 on grid, 2 off grid, 3 generator; null while it is not known. */
export function readGridMode(source: number | null): number | null {
  if (source === 240) return 2
  if (source === 2) return 3
  return source === 1 || source === 3 ? 1 : null
}

/** Of a charger: free, connected (also charged, or waiting for something), charging, or a fault. */
export function readChargerStatus(status: number | null): number | null {
  if (status === null) return null
  if (status === 0) return 0
  if (status === 2) return 2
  return status >= 8 && status < 20 ? 3 : 1
}

const number = (unit: string, min: number, max: number): Omit<DeviceParam, 'name' | 'value'> => ({
  ...{ type: 'number', unit, min, max, step: 1, options: null, rw: true },
})

/** What can be set: its path, of which device, and by which name. */
export const victronParams: readonly {
  path: string
  device: string
  name: string
  shape: Omit<DeviceParam, 'name' | 'value'>
}[] = [
  {
    path: 'settings/0/Settings/CGwacs/BatteryLife/MinimumSocLimit',
    ...{ device: 'bat', name: 'MinimumSocLimit', shape: number('%', 0, 100) },
  },
  {
    path: 'settings/0/Settings/CGwacs/MaxChargePower',
    ...{ device: 'bat', name: 'MaxChargePower', shape: number('W', -1, 1e6) },
  },
  {
    path: 'settings/0/Settings/CGwacs/MaxDischargePower',
    ...{ device: 'bat', name: 'MaxDischargePower', shape: number('W', -1, 1e6) },
  },
  {
    path: 'settings/0/Settings/CGwacs/AcPowerSetPoint',
    ...{ device: 'grid', name: 'AcPowerSetPoint', shape: number('W', -1e6, 1e6) },
  },
]

const joined = (parts: readonly string[]) =>
  [...new Set(parts.map((part) => part.replace(/L\d/, 'Lx').replace('/0/', '/N/')))].join(', ')

export const victronMappings: readonly MappingRow[] = [
  ...victronSums.map(({ target, parts }) => ({ source: joined(parts), target, change: 'sum' })),
  ...describeRows(victronRows),
  {
    source: 'system/N/Ac/ActiveIn/Source',
    target: 'grid/grid_mode',
    change: '240 off grid, 2 generator, 1 and 3 on',
  },
  {
    source: 'evcharger/N/Status',
    target: 'evN/ev_status',
    change: '0 free, 2 charging, 8 to 19 error, else connected',
  },
]
