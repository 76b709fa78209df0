import type { MappingRow } from '../adapter.ts'

const row = (source: string, target: string, change = ''): MappingRow => ({ source, target, change })

/** For the documents; N is the connector of 1.6 and the EVSE of 2.0.1, of which 0 counts what the others count. */
export const ocppMappings: readonly MappingRow[] = [
  row('StatusNotification', 'evN/ev_status', '0 free, 1 connected, 2 charging, 3 error, none out of service'),
  row('TransactionEvent chargingState', 'evN/ev_status', '0 free, 1 connected, 2 charging'),
  row(
    'MeterValues Energy.Active.Import.Register',
    'evN/energy_consumption',
    'kWh × 1000, multiplier of 2.0.1',
  ),
  row('Energy.Active.Import.Register since the beginning', 'evN/session_energy', 'the difference'),
  row('Power.Active.Import, Power.Active.Export', 'evN/power', 'kW × 1000, import − export, phases added'),
  row('Power.Active.Import of phase N', 'evN/power_lN', 'kW × 1000'),
  row('Current.Import of phase N, or of none', 'evN/current_lN'),
  row('Voltage of phase N to neutral, or of none', 'evN/voltage_lN'),
  row('Current.Offered', 'evN/current_limit'),
  row('SoC', 'evN/soc'),
  row('Frequency', 'evN/frequency'),
  row('Power.Factor', 'evN/power_factor'),
  row('Power.Reactive.Import', 'evN/reactive_power', 'kvar × 1000'),
]
