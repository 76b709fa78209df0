import { isObject, readName } from '../read-value.ts'
import type { Role } from './openems-channels.ts'

export interface EdgeComponent {
  id: string
  alias: string | null
  factoryId: string
  natures: readonly string[]
  properties: Readonly<Record<string, unknown>>
}

/** What an Edge is made of. */
export interface EdgeConfig {
  components: readonly EdgeComponent[]
  roles: ReadonlyMap<string, Role>
  /** The battery whose power can be set. */
  managedEss: string | null
}

// More than any house has; a stranger's list must not be kept whole.
const mostComponents = 300
const idPattern = /^[A-Za-z_][\w-]{0,39}$/

/** The components of an `edgeConfig`; null if it is none. */
export function readEdgeConfig(params: unknown): EdgeConfig | null {
  if (!isObject(params) || !isObject(params.components)) return null
  const factories = isObject(params.factories) ? params.factories : {}
  const components = Object.entries(params.components)
    .flatMap(([id, component]) => readComponent(id, component, factories) ?? [])
    .filter(({ properties }) => properties.enabled !== false)
    .slice(0, mostComponents)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  return { components, roles: findRoles(components), managedEss: findManagedEss(components) }
}

function readComponent(
  id: string,
  component: unknown,
  factories: Record<string, unknown>,
): EdgeComponent | null {
  if (!idPattern.test(id) || !isObject(component)) return null
  const { alias, properties } = component
  const factoryId = readName(component.factoryId)
  if (factoryId === null) return null
  const factory = Object.hasOwn(factories, factoryId) ? factories[factoryId] : null
  const natures = isObject(factory) && Array.isArray(factory.natureIds) ? factory.natureIds : []
  return {
    id,
    alias: readName(alias),
    factoryId,
    natures: natures.filter((nature) => typeof nature === 'string').slice(0, 50),
    properties: isObject(properties) ? properties : {},
  }
}

/** A cluster adds up what is there already. */
const isCluster = ({ factoryId }: EdgeComponent) => /cluster/i.test(factoryId)

function findRoles(components: readonly EdgeComponent[]): Map<string, Role> {
  const roles = new Map<string, Role>()
  for (const component of components) {
    const role = isCluster(component) ? null : readRole(component)
    if (role) roles.set(component.id, role)
  }
  const of = (role: Role) => [...roles].filter(([, one]) => one === role).map(([id]) => id)
  // Voltages of a second meter at the grid, or the health of a second battery, would take turns with the first's.
  for (const id of of('grid').slice(1)) roles.delete(id)
  for (const id of of('battery').length > 1 ? of('battery') : []) roles.delete(id)
  // One alone is what `_sum` says.
  for (const role of ['ess', 'production'] as const) if (of(role).length === 1) roles.delete(of(role)[0]!)
  return roles
}

const meterTypes: Record<string, Role> = {
  GRID: 'grid',
  PRODUCTION: 'production',
  PRODUCTION_AND_CONSUMPTION: 'production',
  CONSUMPTION_METERED: 'consumer',
  CONSUMPTION_NOT_METERED: 'consumer',
  MANAGED_CONSUMPTION_METERED: 'consumer',
}

function readRole({ factoryId, natures, properties }: EdgeComponent): Role | null {
  const has = (pattern: RegExp) => natures.some((nature) => pattern.test(nature))
  if (has(/\.Evcs$|\.EvseChargePoint$/)) return 'charger'
  if (has(/\.ess\.api\.\w*Ess$/)) return 'ess'
  if (has(/\.EssDcCharger$|pvinverter/i)) return 'production'
  if (has(/\.heat\.api\./)) return 'heat'
  if (has(/\.battery\.api\.Battery$/)) return 'battery'
  if (!has(/\.(Electricity|Symmetric|Asymmetric)Meter$/)) return null
  const type = String(properties.type ?? properties.meterType)
  if (Object.hasOwn(meterTypes, type)) return meterTypes[type]!
  // Simulators and meters of one maker have no type, but a name that says it.
  if (/grid/i.test(factoryId)) return 'grid'
  if (/production|pv|solar/i.test(factoryId)) return 'production'
  return /consumption|nrc/i.test(factoryId) ? 'consumer' : null
}

function findManagedEss(components: readonly EdgeComponent[]): string | null {
  const managed = components.filter(({ natures }) =>
    natures.some((nature) => /\.Managed\w*Ess$/.test(nature)),
  )
  const clusters = managed.filter(isCluster)
  const only = clusters.length > 0 ? clusters : managed
  return only.length === 1 ? only[0]!.id : null
}
