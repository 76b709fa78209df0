import type { DeviceParam } from '@ohmstead/contract/controller-messages'
import type { Description, DeviceBook } from '../device-book.ts'
import { readNumberText } from '../read-value.ts'

const names: Record<string, Description> = {
  grid: { category: 'GRID', name: { kind: 'grid' } },
  pv: { category: 'SOLAR_POWER_PLANT', name: { kind: 'pv' } },
  bat: { category: 'BATTERY', name: { kind: 'battery' } },
  home: { category: 'OTHER', name: { kind: 'home' } },
}

export function declareDevice(book: DeviceBook, id: string): void {
  if (book.has(id)) return
  const number = /^ev(\d+)$/.exec(id)?.[1]
  book.declare(
    id,
    number === undefined
      ? names[id]!
      : { category: 'EV_CHARGER', name: { kind: 'charger', number: Number(number) } },
  )
}

const number = (name: string, unit: string, min: number, max: number): DeviceParam => ({
  ...{ name, type: 'number', unit, min, max, step: 1, options: null, value: null, rw: true },
})
const choice = (name: string, options: string[]): DeviceParam => ({
  ...{ name, type: 'text', unit: null, min: null, max: null, step: null, options, value: null, rw: true },
})

/** What evcc lets be set, by the topic that tells its value; `/set` after it sets it. */
const params: Record<string, DeviceParam> = {
  'loadpoints/N/mode': choice('mode', ['off', 'now', 'minpv', 'pv']),
  'loadpoints/N/limitSoc': number('limitSoc', '%', 0, 100),
  'loadpoints/N/minCurrent': number('minCurrent', 'A', 0, 63),
  'loadpoints/N/maxCurrent': number('maxCurrent', 'A', 0, 63),
  'loadpoints/N/phasesConfigured': choice('phasesConfigured', ['0', '1', '3']),
  'site/batteryMode': choice('batteryMode', ['normal', 'hold', 'charge', 'holdcharge']),
  'site/bufferSoc': number('bufferSoc', '%', 0, 100),
  'site/prioritySoc': number('prioritySoc', '%', 0, 100),
}

/** The device of a parameter and its description, for the path of its value; null for another path. */
export function findParam(path: string): { device: string; param: DeviceParam } | null {
  const point = /^loadpoints\/(\d{1,4})\/(\w+)$/.exec(path)
  const param = params[point ? `loadpoints/N/${point[2]}` : path]
  return param ? { device: point ? `ev${point[1]}` : 'bat', param } : null
}

/** The path of a parameter, the other way round; null if the device has none of this name. */
export function findParamPath(device: string, name: string): string | null {
  const number = /^ev(\d{1,4})$/.exec(device)?.[1]
  const path = number === undefined ? `site/${name}` : `loadpoints/${number}/${name}`
  return findParam(path)?.device === device ? path : null
}

export const readParam = ({ type }: DeviceParam, text: string) =>
  type === 'number' ? readNumberText(text) : text.slice(0, 64)
