import type { DeviceParam } from '@ohmstead/contract/controller-messages'
import type { KnownState } from './adapter.ts'
import type { DeviceBook } from './device-book.ts'

export interface TemporarySetting {
  device: string
  /** The name of its parameter. */
  param: string
  /** What it was, and is set to again. */
  before: number
  /** Epoch ms. */
  until: number
}

/**
 * Limits and setpoints of devices that keep what they are told for ever: they are set back when their time is over. What
 * was before is a read-only parameter of the device, `<param>.before` beside `<param>.until`, so a restart does not forget it.
 */
export function createTemporarySettings(book: DeviceBook, { devices }: KnownState) {
  const settings = new Map<string, TemporarySetting>()
  for (const { id: device, params } of devices) {
    const paramValue = (name: string) => params.find((param) => param.name === name)?.value
    for (const { name } of params) {
      const [before, until] = [paramValue(`${name}.before`), paramValue(`${name}.until`)]
      if (typeof before === 'number' && typeof until === 'number')
        settings.set(`${device}/${name}`, { device, param: name, before, until })
    }
  }

  function keep({ device, param }: TemporarySetting, before: number | null, until: number | null): void {
    book.setParam(device, { ...readOnly, name: `${param}.before`, value: before })
    book.setParam(device, { ...readOnly, name: `${param}.until`, value: until })
  }

  return {
    /** A further one of the same parameter goes back to what was before the first. */
    begin(setting: TemporarySetting): void {
      const key = `${setting.device}/${setting.param}`
      const { before } = settings.get(key) ?? setting
      settings.set(key, { ...setting, before })
      keep(setting, before, setting.until)
    },
    /** Somebody set it for good. */
    end(device: string, param: string): void {
      const setting = settings.get(`${device}/${param}`)
      if (!setting) return
      settings.delete(`${device}/${param}`)
      keep(setting, null, null)
    },
    /** Those whose time is over; each is returned once. */
    takeDue(now: number): TemporarySetting[] {
      const due = [...settings.values()].filter(({ until }) => until <= now)
      for (const setting of due) {
        settings.delete(`${setting.device}/${setting.param}`)
        keep(setting, null, null)
      }
      return due
    },
  }
}

const readOnly: Omit<DeviceParam, 'name' | 'value'> = {
  ...{ type: 'number', unit: null, min: null, max: null, step: null, options: null, rw: false },
}
