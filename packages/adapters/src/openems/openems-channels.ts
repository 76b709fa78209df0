import type { MappingRow } from '../adapter.ts'

/** A channel of a component and the metric it becomes. */
export interface ChannelRow {
  channel: string
  /** `<device>/<metric>`; the device is `<id>` where it is the component's own. */
  target: string
  /** 1 without one. */
  factor?: number
  /** The channel that says it better, where there is one: it counts instead as soon as it has a value. */
  insteadOf?: string
}

const phases = ['L1', 'L2', 'L3']

/** Of `_sum`, what the whole house is counted by; single meters, inverters and batteries are parts of it. */
export const sumRows: readonly ChannelRow[] = [
  { channel: 'GridActivePower', target: 'grid/power' },
  ...phases.map((phase) => ({
    ...{ channel: `GridActivePower${phase}`, target: `grid/power_${phase.toLowerCase()}` },
  })),
  { channel: 'GridBuyActiveEnergy', target: 'grid/energy_import' },
  { channel: 'GridSellActiveEnergy', target: 'grid/energy_export' },
  { channel: 'GridMode', target: 'grid/grid_mode' },
  { channel: 'ProductionActivePower', target: 'pv/power' },
  { channel: 'ProductionActiveEnergy', target: 'pv/energy_production' },
  { channel: 'EssDischargePower', target: 'bat/power' },
  { channel: 'EssActivePower', target: 'bat/power', insteadOf: 'EssDischargePower' },
  { channel: 'EssSoc', target: 'bat/soc' },
  { channel: 'EssCapacity', target: 'bat/capacity' },
  { channel: 'EssDcChargeEnergy', target: 'bat/energy_charge' },
  { channel: 'EssActiveChargeEnergy', target: 'bat/energy_charge', insteadOf: 'EssDcChargeEnergy' },
  { channel: 'EssDcDischargeEnergy', target: 'bat/energy_discharge' },
  { channel: 'EssActiveDischargeEnergy', target: 'bat/energy_discharge', insteadOf: 'EssDcDischargeEnergy' },
  { channel: 'ConsumptionActivePower', target: 'load/power' },
  ...phases.map((phase) => ({
    ...{ channel: `ConsumptionActivePower${phase}`, target: `load/power_${phase.toLowerCase()}` },
  })),
  { channel: 'ConsumptionActiveEnergy', target: 'load/energy_consumption' },
  { channel: 'State', target: 'site/state' },
]

const gauges = (device: string): ChannelRow[] => [
  ...phases.flatMap((phase) => {
    const line = phase.toLowerCase()
    return [
      { channel: `Voltage${phase}`, target: `${device}/voltage_${line}`, factor: 0.001 },
      { channel: `Current${phase}`, target: `${device}/current_${line}`, factor: 0.001 },
    ]
  }),
  { channel: 'Frequency', target: `${device}/frequency`, factor: 0.001 },
  { channel: 'ReactivePower', target: `${device}/reactive_power` },
]
const powers: ChannelRow[] = phases.map((phase) => ({
  ...{ channel: `ActivePower${phase}`, target: `<id>/power_${phase.toLowerCase()}` },
}))

/** What a component is to the house. */
export type Role = 'grid' | 'production' | 'ess' | 'battery' | 'charger' | 'consumer' | 'heat'

const consumer: readonly ChannelRow[] = [
  { channel: 'ActivePower', target: '<id>/power' },
  ...powers,
  // The register of positive power, whatever the meter measures.
  { channel: 'ActiveProductionEnergy', target: '<id>/energy_consumption' },
  ...gauges('<id>'),
]

export const roleRows: Readonly<Record<Role, readonly ChannelRow[]>> = {
  // Its power is in `_sum`.
  grid: gauges('grid'),
  charger: [
    ...consumer,
    { channel: 'ChargePower', target: '<id>/power', insteadOf: 'ActivePower' },
    {
      channel: 'ActiveConsumptionEnergy',
      target: '<id>/energy_consumption',
      insteadOf: 'ActiveProductionEnergy',
    },
    { channel: 'EnergySession', target: '<id>/session_energy' },
    { channel: 'Status', target: '<id>/ev_status' },
  ],
  consumer,
  heat: consumer,
  battery: [{ channel: 'Soh', target: 'bat/soh' }],
  // Parts of what `_sum` counts; shown beside it by names of their own, which no balance adds up.
  production: [
    { channel: 'ActivePower', target: 'pv/power.<id>' },
    { channel: 'ActualPower', target: 'pv/power.<id>' },
  ],
  ess: [
    { channel: 'ActivePower', target: 'bat/power.<id>' },
    { channel: 'Soc', target: 'bat/soc.<id>' },
  ],
}

const chargerStates = [0, 0, 1, 2, 3, 1, 1, 1]

/** The value of a state of theirs as ours; null if it is undefined. */
export function readState(metric: string, value: number): number | null {
  if (metric === 'ev_status') return chargerStates[value] ?? null
  return value >= 0 ? value : null
}

const changes: Record<string, string> = {
  Status: '3 charging; 2, 5, 6, 7 connected; 4 error; else free',
  GridMode: '2 off grid raises an alarm',
}
const toMapping =
  (component: string) =>
  ({ channel, target, factor, insteadOf }: ChannelRow): MappingRow => ({
    source: `${component}/${channel}`,
    target: target.replace('<id>', component),
    change: insteadOf
      ? `where there is no ${insteadOf}`
      : (changes[channel] ?? (factor === undefined ? '' : `× ${factor}`)),
  })

export const openemsMappings: readonly MappingRow[] = [
  ...sumRows.map(toMapping('_sum')),
  ...roleRows.grid.map(toMapping('meterN')),
  ...roleRows.charger.map(toMapping('evcsN')),
  ...roleRows.battery.map(toMapping('batteryN')),
]
