import type { MessageKey, Translate } from './i18n/use-t.ts'
import { formatMetric } from './metric-name.ts'

/** Parameters of our own controllers and of devices of others, several of which call the same differently. */
const keys = {
  max_import: 'max_import',
  max_export: 'max_export',
  soc_min: 'soc_min',
  MinimumSocLimit: 'soc_min',
  limitSoc: 'soc_limit',
  minCurrent: 'current_min',
  maxCurrent: 'current_max',
  phasesConfigured: 'phases',
  batteryMode: 'battery_mode',
  MaxChargePower: 'charge_max',
  MaxDischargePower: 'discharge_max',
  AcPowerSetPoint: 'grid_target',
  charging: 'charging',
  heartbeat_interval: 'life_interval',
  meter_interval: 'reading_interval',
  connection_timeout: 'plug_timeout',
  local_pre_authorize: 'known_cards_start',
  remote_needs_card: 'remote_needs_card',
  offline_unknown_cards: 'offline_unknown_cards',
  stop_on_disconnect: 'stop_unplugged',
  reverse: 'reversed',
  reverse_a: 'reversed_a',
  reverse_b: 'reversed_b',
  reverse_c: 'reversed_c',
} as const

/** A parameter in words; an unknown one keeps its device's own name. */
export function formatParameter(name: string, t: Translate): string {
  return Object.hasOwn(keys, name)
    ? t(`devices.parameter.name.${keys[name as keyof typeof keys]}` as MessageKey)
    : formatMetric(name, t)
}
