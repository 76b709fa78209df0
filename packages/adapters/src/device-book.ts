import { type DeviceParam, type InventoryDevice, linkLimits } from '@ohmstead/contract/controller-messages'
import { type GenericName, writeGenericName } from '@ohmstead/domain/fleet/generic-name'
import { findMetric } from '@ohmstead/domain/telemetry/metrics'
import type { KnownState } from './adapter.ts'

/** What a device says of itself; one that tells no name has a generic one. */
export type Description = Pick<InventoryDevice, 'category'> & { name: string | GenericName } & Partial<
    Pick<InventoryDevice, 'model' | 'serial'>
  >

export interface DeviceBook {
  /** Describes a device; what a person chose as its category counts before the adapter's guess. */
  declare(id: string, description: Description): void
  /** Whether the device was described, now or earlier. */
  has(id: string): boolean
  /** A device as it is described now; undefined if it is not. */
  find(id: string): InventoryDevice | undefined
  /** The device has this metric. */
  noteMetric(id: string, metric: string): void
  /** Adds a parameter, or updates it with its newest value. */
  setParam(id: string, param: DeviceParam): void
  /** The devices that changed since the last call, for `Translation.devices`; undefined without any. */
  takeChanged(): InventoryDevice[] | undefined
}

/** The category that a person chose for a device; a device may have any name, `constructor` as well. */
export const findRole = (roles: KnownState['roles'], id: string) =>
  Object.hasOwn(roles, id) ? roles[id] : undefined

/** The devices of a session: what was stored of them, and what its messages add. */
export function createDeviceBook({
  devices: stored,
  roles,
}: Pick<KnownState, 'devices' | 'roles'>): DeviceBook {
  const devices = new Map(stored.map((device) => [device.id, device]))
  const changed = new Set<string>()

  function change(id: string, next: InventoryDevice): void {
    devices.set(id, next)
    changed.add(id)
  }

  return {
    declare(id, { category: guess, name: given, model, serial }) {
      const generic = typeof given === 'string' ? null : given
      const name = typeof given === 'string' ? given : writeGenericName(given)
      const category = findRole(roles, id) ?? guess
      const before = devices.get(id)
      const next: InventoryDevice = {
        id,
        category,
        name: name.slice(0, linkLimits.nameLength) || id,
        ...(generic && { generic }),
        model: model ?? before?.model ?? null,
        serial: serial ?? before?.serial ?? null,
        metrics: (before?.metrics ?? []).filter((metric) => fits(metric, category)),
        params: before?.params ?? [],
      }
      if (
        before?.category === next.category &&
        before.name === next.name &&
        before.model === next.model &&
        before.serial === next.serial
      )
        return
      if (before || devices.size < linkLimits.devices) change(id, next)
    },
    has: (id) => devices.has(id),
    find: (id) => devices.get(id),
    noteMetric(id, metric) {
      const device = devices.get(id)
      if (!device || device.metrics.includes(metric)) return
      if (device.metrics.length < linkLimits.metricsPerDevice)
        change(id, { ...device, metrics: [...device.metrics, metric] })
    },
    setParam(id, param) {
      const device = devices.get(id)
      if (!device) return
      const before = device.params.find(({ name }) => name === param.name)
      if (before && isSame(before, param)) return
      const params = before
        ? device.params.map((one) => (one === before ? param : one))
        : [...device.params, param]
      if (params.length <= linkLimits.paramsPerDevice) change(id, { ...device, params })
    },
    takeChanged() {
      if (changed.size === 0) return undefined
      const taken = [...changed].map((id) => devices.get(id)!)
      changed.clear()
      return taken
    },
  }
}

/** A device that is something else now no longer has the registers of what it was. */
function fits(metric: string, category: InventoryDevice['category']): boolean {
  const categories: readonly string[] | null = findMetric(metric)?.categories ?? null
  return categories === null || categories.includes(category)
}

const isSame = (one: DeviceParam, other: DeviceParam) =>
  (Object.keys(other) as (keyof DeviceParam)[]).every(
    (key) => JSON.stringify(one[key]) === JSON.stringify(other[key]),
  )
