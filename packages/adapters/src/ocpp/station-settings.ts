import type { DeviceParam, ReadingValue } from '@ohmstead/contract/controller-messages'
import { readNumberText } from '../read-value.ts'
import type { Setting, SettingKey } from './dialect.ts'

const number = (name: string, unit: string, min: number, max: number): DeviceParam => ({
  ...{ name, type: 'number', unit, min, max, step: 1, options: null, value: null, rw: true },
})
const flag = (name: string): DeviceParam => ({
  ...{
    name,
    type: 'boolean',
    unit: null,
    min: null,
    max: null,
    step: null,
    options: null,
    value: null,
    rw: true,
  },
})

/** What people may set of a station, if it has it. */
const params: Partial<Record<SettingKey, DeviceParam>> = {
  heartbeat_interval: number('heartbeat_interval', 's', 10, 900),
  // Shorter ones are for while somebody watches.
  meter_interval: number('meter_interval', 's', 20, 900),
  connection_timeout: number('connection_timeout', 's', 10, 3600),
  local_pre_authorize: flag('local_pre_authorize'),
  remote_needs_card: flag('remote_needs_card'),
  offline_unknown_cards: flag('offline_unknown_cards'),
  stop_on_disconnect: flag('stop_on_disconnect'),
}

/** The most that a connector gives; 0 pauses it. */
export const currentLimit: DeviceParam = number('current_limit', 'A', 0, 80)

/** Whether a session goes on; a person begins and ends it. */
export const charging: DeviceParam = flag('charging')

export function findStationParam(name: unknown): { key: SettingKey; param: DeviceParam } | null {
  if (typeof name !== 'string' || !Object.hasOwn(params, name)) return null
  const key = name as SettingKey
  return { key, param: params[key]! }
}

/** The parameter with its newest value; null for a setting that is not shown. */
export function toParam(key: SettingKey, { value, isReadOnly }: Setting): DeviceParam | null {
  const param = params[key]
  if (!param) return null
  return { ...param, value: readSetting(param, value), rw: !isReadOnly }
}

function readSetting(param: DeviceParam, text: string): ReadingValue {
  if (param.type === 'number') return readNumberText(text)
  return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : null
}

/** What a person chose, as the station's text; null if it is out of the parameter's range. */
export function writeSetting({ type, min, max }: DeviceParam, value: unknown): string | null {
  if (type === 'boolean') return typeof value === 'boolean' ? String(value) : null
  if (typeof value !== 'number' || !Number.isInteger(value)) return null
  return value >= (min ?? value) && value <= (max ?? value) ? String(value) : null
}

/** Seconds between values of a session, usually and while somebody watches. */
export const usualSeconds = 60
export const watchedSeconds = 10

/** From most to least: a station refuses a list with a value that it does not measure. */
export const measurands: readonly string[] = [
  'Energy.Active.Import.Register,Power.Active.Import,Current.Import,Voltage,SoC',
  'Energy.Active.Import.Register,Power.Active.Import,Current.Import',
  'Energy.Active.Import.Register,Power.Active.Import',
  'Energy.Active.Import.Register',
]

/** What has to be changed so that the station tells enough, and alive ones can be told from dead ones. */
export function findWrongSettings(settings: ReadonlyMap<SettingKey, Setting>): [SettingKey, string][] {
  const seconds = (key: SettingKey) => readNumberText(settings.get(key)?.value ?? '')
  const isWrong = (key: SettingKey, least: number, most: number) => {
    const setting = settings.get(key)
    const value = seconds(key)
    return setting !== undefined && !setting.isReadOnly && (value === null || value < least || value > most)
  }
  const wrong: [SettingKey, string][] = []
  if (isWrong('meter_interval', 20, 300)) wrong.push(['meter_interval', String(usualSeconds)])
  if (isWrong('heartbeat_interval', 10, 300)) wrong.push(['heartbeat_interval', String(usualSeconds)])
  return wrong
}
