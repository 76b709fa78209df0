import type { MessageKey, Translate } from './i18n/use-t.ts'

/** Words for modes and states that several makers write alike, in small letters and without spaces. */
const words: Record<string, string> = {
  pv: 'solar',
  solar: 'solar',
  minpv: 'min_solar',
  now: 'fast',
  fast: 'fast',
  normal: 'normal',
  hold: 'hold',
  charge: 'charge',
  holdcharge: 'hold_charge',
  auto: 'auto',
  automatic: 'auto',
  manualon: 'manual_on',
  manualoff: 'manual_off',
  forcecharge: 'force_charge',
  excesspower: 'excess_power',
  available: 'available',
  preparing: 'preparing',
  charging: 'charging',
  discharging: 'discharging',
  suspendedev: 'suspended_by_car',
  suspendedevse: 'suspended_by_station',
  finishing: 'finishing',
  reserved: 'reserved',
  unavailable: 'unavailable',
  faulted: 'faulted',
  occupied: 'occupied',
  idle: 'idle',
  standby: 'standby',
  bulk: 'bulk',
  absorption: 'absorption',
  float: 'float',
  inverting: 'inverting',
  passthru: 'pass_through',
}

/** "Solar" for evcc's `pv`; null for a word that is not known, which stays as it was sent. */
export function findTextWord(text: string, t: Translate): string | null {
  const plain = text.toLowerCase().replaceAll(/[ _-]/g, '')
  if (plain === 'on' || plain === 'off') return t(`charts.device.${plain}`)
  return Object.hasOwn(words, plain) ? t(`metric.word.text.${words[plain]}` as MessageKey) : null
}
