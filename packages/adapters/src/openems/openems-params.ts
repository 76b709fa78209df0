import type { DeviceParam, ReadingValue } from '@ohmstead/contract/controller-messages'
import { readFinite } from '../read-value.ts'
import type { EdgeComponent, EdgeConfig } from './openems-config.ts'

type Shape = Omit<DeviceParam, 'name' | 'value' | 'rw'>

const number = (unit: string, min: number, max: number): Shape => ({
  ...{ type: 'number', unit, min, max, step: 1, options: null },
})
const choice = (...options: string[]): Shape => ({
  ...{ type: 'text', unit: null, min: null, max: null, step: null, options },
})
const text: Shape = { ...choice(), options: null }
const flag: Shape = { ...text, type: 'boolean' }
const watts = number('W', -1e6, 1e6)
const positiveWatts = number('W', 0, 1e6)
const percent = number('%', 0, 100)

/** The strategies of an Edge that can be set, by factory: of which device, and which properties. */
const strategies: Record<
  string,
  { device: 'grid' | 'bat' | 'charger' | 'site'; properties: Record<string, Shape> }
> = {
  'Controller.Ess.FixActivePower': {
    device: 'bat',
    properties: { mode: choice('MANUAL_ON', 'MANUAL_OFF'), power: watts },
  },
  'Controller.Symmetric.Balancing': { device: 'grid', properties: { targetGridSetpoint: watts } },
  'Controller.Symmetric.PeakShaving': {
    device: 'grid',
    properties: { peakShavingPower: watts, rechargePower: watts },
  },
  'Controller.Ess.SellToGridLimit': { device: 'grid', properties: { maximumSellToGridPower: positiveWatts } },
  'Controller.Ess.Time-Of-Use-Tariff': {
    device: 'bat',
    properties: { mode: text, controlMode: text, maxChargePowerFromGrid: positiveWatts },
  },
  'Controller.Ess.GridOptimizedCharge': {
    device: 'bat',
    properties: { mode: text, manualTargetTime: text, maximumSellToGridPower: positiveWatts },
  },
  'Controller.Ess.EmergencyCapacityReserve': {
    device: 'bat',
    properties: { isReserveSocEnabled: flag, reserveSoc: percent },
  },
  'Controller.Ess.FixStateOfCharge': {
    device: 'bat',
    properties: { isRunning: flag, targetSoc: percent, targetTime: text },
  },
  'Controller.Symmetric.LimitActivePower': {
    device: 'bat',
    properties: { maxChargePower: positiveWatts, maxDischargePower: positiveWatts },
  },
  'Controller.Evcs': {
    device: 'charger',
    properties: {
      enabledCharging: flag,
      chargeMode: choice('FORCE_CHARGE', 'EXCESS_POWER'),
      forceChargeMinPower: positiveWatts,
      energySessionLimit: number('Wh', 0, 1e6),
    },
  },
  'Controller.Io.HeatPump.SgReady': { device: 'site', properties: { mode: text, manualState: text } },
}

export interface EdgeParam {
  device: string
  component: string
  property: string
  param: DeviceParam
}

/** What can be set of an Edge; a parameter is named `<component>.<property>`, since several have a `mode`. */
export function findParams({ components }: EdgeConfig): EdgeParam[] {
  return components.flatMap((component) => {
    const { id, factoryId, properties } = component
    const strategy = Object.hasOwn(strategies, factoryId) ? strategies[factoryId]! : null
    const device = strategy && deviceOf(strategy.device, component)
    if (!strategy || !device) return []
    return Object.entries(strategy.properties)
      .filter(([property]) => Object.hasOwn(properties, property))
      .map(([property, shape]) => {
        const value = readValue(shape, properties[property])
        return {
          device,
          component: id,
          property,
          param: { ...shape, name: `${id}.${property}`, value, rw: true },
        }
      })
  })
}

const deviceOf = (device: string, { properties }: EdgeComponent) => {
  if (device !== 'charger') return device
  const charger = properties['evcs.id']
  return typeof charger === 'string' && /^[A-Za-z][\w-]{0,39}$/.test(charger) ? charger : null
}

/** A value that this parameter can have; null for any other. */
export function readValue({ type, min, max, options }: Shape, value: unknown): ReadingValue {
  if (type === 'boolean') return typeof value === 'boolean' ? value : null
  if (type === 'text')
    return typeof value === 'string' && value.length <= 64 && (options === null || options.includes(value))
      ? value
      : null
  const given = readFinite(value)
  return given === null || given < (min ?? given) || given > (max ?? given) ? null : given
}
