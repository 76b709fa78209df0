import type { KnownState } from '../adapter.ts'
import { isObject, readName } from '../read-value.ts'
import type { SourceHints } from '../source-book.ts'

/** An entity as its discovery message describes it. */
export interface DiscoveredEntity {
  /** Where its state comes, below `ext/homeassistant/`. */
  stateTopic: string
  /** Names on the way to it in the JSON of the state; empty for the whole payload. Null for a template that we do not know. */
  jsonPath: readonly string[] | null
  hints: SourceHints
  model: string | null
  softwareVersion: string | null
}

/** Short and long names of the fields, as Home Assistant allows both. */
const fields = {
  stateTopic: ['state_topic', 'stat_t'],
  template: ['value_template', 'val_tpl'],
  unit: ['unit_of_measurement', 'unit_of_meas'],
  deviceClass: ['device_class', 'dev_cla'],
  stateClass: ['state_class', 'stat_cla'],
  device: ['device', 'dev'],
  components: ['components', 'cmps'],
  model: ['model', 'mdl'],
  version: ['sw_version', 'sw'],
} as const

const pick = (object: Record<string, unknown>, names: readonly string[]): unknown =>
  names
    .map((name) => (Object.hasOwn(object, name) ? object[name] : undefined))
    .find((found) => found !== undefined)

const measuring = ['sensor', 'binary_sensor', 'switch', 'number', 'select', 'climate', 'device']

/** The entities of a discovery message; null if the path is none of one, or it describes nothing that measures. */
export function readDiscovery(
  path: string,
  config: Record<string, unknown>,
  { serial }: Pick<KnownState, 'serial'>,
): DiscoveredEntity[] | null {
  const parts = path.split('/')
  const component = parts.findIndex((part) => measuring.includes(part))
  if (parts.at(-1) !== 'config' || component === -1 || component > 3) return null
  const device = pick(config, fields.device)
  const shared = isObject(device) ? device : {}
  const components = pick(config, fields.components)
  const entities = isObject(components)
    ? Object.values(components)
        .filter(isObject)
        .slice(0, 100)
        .map((entity) => ({ ...config, ...entity }))
    : [config]
  return entities.flatMap((entity) => readEntity(entity, shared, serial) ?? [])
}

function readEntity(
  config: Record<string, unknown>,
  device: Record<string, unknown>,
  serial: string,
): DiscoveredEntity | null {
  const base = typeof config['~'] === 'string' ? config['~'] : ''
  const topic = readName(pick(config, fields.stateTopic), 250)
  if (topic === null) return null
  const whole = topic.startsWith('~')
    ? `${base}${topic.slice(1)}`
    : topic.endsWith('~')
      ? `${topic.slice(0, -1)}${base}`
      : topic
  const own = `ems/v1/${serial}/ext/homeassistant/`
  const template = pick(config, fields.template)
  return {
    stateTopic: whole.startsWith(own) ? whole.slice(own.length) : whole,
    jsonPath: template === undefined ? [] : readTemplate(template),
    hints: {
      name: joinNames(readName(device.name, 60), readName(config.name, 60)),
      unit: readName(pick(config, fields.unit), 16),
      deviceClass: readName(pick(config, fields.deviceClass), 40),
      stateClass: readName(pick(config, fields.stateClass), 40),
    },
    model: readName(pick(device, fields.model), 60),
    softwareVersion: readName(pick(device, fields.version), 60),
  }
}

const joinNames = (device: string | null, entity: string | null) =>
  [device, entity].filter((name) => name !== null).join(' ') || null

/**
 * `{{ value }}` and `{{ value_json.a.b }}` with filters that do not change a number beyond its format. Templates are
 * programs; whatever else they do is not guessed.
 */
export function readTemplate(template: unknown): string[] | null {
  if (typeof template !== 'string' || template.length > 300) return null
  const whole = template.trim()
  if (!whole.startsWith('{{') || !whole.endsWith('}}')) return null
  const inner = whole.slice(2, -2).replace(/^-/, '').replace(/-$/, '')
  const [expression = '', ...filters] = inner.split('|').map((part) => part.trim())
  if (
    !filters.every((filter) => /^(float|int|is_defined|round|default)(\([\w., '"-]{0,20}\))?$/.test(filter))
  )
    return null
  if (expression === 'value') return []
  if (!expression.startsWith('value_json')) return null
  const names: string[] = []
  const rest = expression
    .slice('value_json'.length)
    .replace(
      /\.([A-Za-z_]\w*)|\[\s*'([^'[\]]+)'\s*\]|\[\s*"([^"[\]]+)"\s*\]|\[\s*(\d{1,3})\s*\]/g,
      (_, dotted, single, double, index) => {
        names.push(dotted ?? single ?? double ?? index)
        return ''
      },
    )
  return rest === '' && names.length > 0 && names.length <= 8 ? names : null
}
