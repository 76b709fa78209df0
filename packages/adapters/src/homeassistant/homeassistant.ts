import type { Adapter, AdapterSession, ForeignMessage, KnownState, Translation } from '../adapter.ts'
import { createNamedSession, type NamedValue, readPayload } from '../named-session.ts'
import { isObject, readFinite, readJsonObject, readName } from '../read-value.ts'
import { buildSiteBridge } from '../site-bridge.ts'
import type { SourceHints } from '../source-book.ts'
import { type DiscoveredEntity, readDiscovery } from './discovery.ts'

/**
 * Home Assistant's `mqtt_statestream`, and devices that describe themselves as its discovery asks (ESPHome, Zigbee2MQTT …).
 * Entities have names of their owner's: a person says what they are.
 */
export const homeAssistant: Adapter = {
  kind: 'homeassistant',
  title: 'Home Assistant, ESPHome',
  group: 'automation',
  tried: 'messages',
  controllerKind: 'GATEWAY',
  describeSetup: (address) => ({
    steps: ['open_configuration_file', 'paste_snippet', 'save_and_restart', 'choose_meaning'],
    fields: [
      { name: 'mqtt_host', value: address.mqttHost },
      { name: 'mqtt_port', value: String(address.mqttPort) },
      { name: 'mqtt_user', value: address.serial },
      { name: 'mqtt_password', value: address.mqttPassword },
      { name: 'mqtt_topic', value: `ems/v1/${address.serial}/ext/homeassistant` },
    ],
    // Home Assistant knows one broker, the one in the house that other devices need: a bridge passes its states on.
    snippet: [
      '# configuration.yaml',
      'mqtt_statestream:',
      '  base_topic: ohmstead',
      '  publish_attributes: true',
      '  include:',
      '    domains: [sensor]',
      '',
      '# share/mosquitto/ohmstead.conf, Mosquitto add-on with customize: active: true',
      ...buildSiteBridge(address, [`# out 1 ohmstead/ ems/v1/${address.serial}/ext/homeassistant/`]),
    ].join('\n'),
    qr: null,
  }),
  mappings: [
    { source: '<domain>/<object>/state', target: '', change: 'kW, kWh × 1000' },
    {
      source: '<domain>/<object>/unit_of_measurement, device_class, state_class, friendly_name',
      target: '',
      change: 'what is proposed; kW, kWh × 1000',
    },
    {
      source: 'homeassistant/<component>/<id>/config',
      target: '',
      change: 'names and units of its state_topic; of templates value_json.a.b',
    },
  ],
  openSession: openHomeAssistant,
}

const attributes: Record<string, keyof SourceHints> = {
  unit_of_measurement: 'unit',
  device_class: 'deviceClass',
  state_class: 'stateClass',
  friendly_name: 'name',
}
const noValue = ['unavailable', 'unknown', 'none', 'None', '']
const domains = ['sensor', 'binary_sensor', 'switch', 'input_number', 'number', 'select', 'input_boolean']
const mostEntities = 500
const mostTopics = 500

function openHomeAssistant(known: KnownState): AdapterSession {
  const session = createNamedSession(known, 'homeassistant')
  const entities = new Map<string, DiscoveredEntity[]>()
  /** Attributes that came before the state of their entity. */
  const attributesOf = new Map<string, SourceHints>()
  let entityCount = 0

  function learn(found: readonly DiscoveredEntity[]): NamedValue[] {
    return found.flatMap((entity) => {
      const others = (entities.get(entity.stateTopic) ?? []).filter(
        ({ jsonPath }) => keyOf(jsonPath) !== keyOf(entity.jsonPath),
      )
      const isNew = others.length === (entities.get(entity.stateTopic)?.length ?? 0)
      if (isNew && entityCount >= mostEntities) return []
      if (isNew) entityCount++
      entities.set(entity.stateTopic, [...others, entity])
      if (entity.jsonPath !== null) return []
      return [{ name: nameOf(entity), text: null, hints: { ...entity.hints, isUnreadable: true } }]
    })
  }

  function readEntities({ path, text }: ForeignMessage, known: readonly DiscoveredEntity[]): NamedValue[] {
    return known.flatMap((entity) => {
      if (entity.jsonPath === null) return []
      const value = entity.jsonPath.length === 0 ? readName(text, 64) : readAt(text, entity.jsonPath)
      return value === undefined
        ? []
        : [{ name: nameOf({ ...entity, stateTopic: path }), text: clean(value), hints: entity.hints }]
    })
  }

  function readStateStream(message: ForeignMessage): Translation | null {
    const [domain = '', object = '', attribute = ''] = message.path.split('/').slice(-3)
    if (!domains.includes(domain) || object === '') return null
    const name = message.path.split('/').slice(0, -1).join('/')
    const hint = Object.hasOwn(attributes, attribute) ? attributes[attribute]! : null
    if (hint !== null) {
      const [value] = readPayload(name, message.text).found
      if (value?.text == null) return {}
      const hints = { ...attributesOf.get(name), [hint]: value.text }
      if (attributesOf.has(name) || attributesOf.size < mostTopics) attributesOf.set(name, hints)
      // At once, since the state may not change for hours, and may come by another connection.
      return session.describe(message, name, hints)
    }
    if (attribute !== 'state') return {}
    const [value] = readPayload(name, message.text).found
    const text = clean(value?.text ?? null)
    // Words, as the weather's, are of no use here; those of a mapped source are.
    if (text !== null && !isUseful(text) && !session.mapped.isMapped(`homeassistant/${name}`)) return {}
    const hints = attributesOf.get(name)
    return session.translate(message, [{ name, text, ...(hints && { hints }) }])
  }

  return {
    tick: session.tick,
    read(message) {
      if (/(^|\/)status$/.test(message.path) && (message.text === 'online' || message.text === 'offline'))
        return { isOnline: message.text === 'online' }
      if (message.path.endsWith('/config')) {
        const config = readJsonObject(message.text)
        const found = config && readDiscovery(message.path, config, known)
        if (!found) return {}
        const version = found.find(({ softwareVersion }) => softwareVersion !== null)?.softwareVersion ?? null
        return {
          ...session.translate(message, learn(found)),
          ...(version !== null && { info: { softwareVersion: version } }),
        }
      }
      const entity = entities.get(message.path)
      if (entity) return session.translate(message, readEntities(message, entity))
      const streamed = readStateStream(message)
      if (streamed) return streamed
      const { found, time } = readPayload(message.path, message.text)
      return session.translate(
        message,
        found.filter(({ text }) => text !== null && isUseful(text)),
        {},
        time,
      )
    },
    command: session.reject,
  }
}

const keyOf = (path: readonly string[] | null) => (path === null ? 'template' : path.join('.'))
const nameOf = ({ stateTopic, jsonPath }: Pick<DiscoveredEntity, 'stateTopic' | 'jsonPath'>) =>
  jsonPath === null || jsonPath.length === 0 ? stateTopic : `${stateTopic}:${jsonPath.join('.')}`
const clean = (text: string | null) => (text === null || noValue.includes(text) ? null : text)
const isUseful = (text: string) => /^([+-]?[\d.]+(e[+-]?\d+)?|on|off|true|false)$/i.test(text)

/** The text at a path of a JSON payload; undefined if it has none there. */
function readAt(text: string, path: readonly string[]): string | null | undefined {
  let value: unknown = readJsonObject(text)
  for (const name of path) {
    if (Array.isArray(value)) value = value[Number(name)]
    else if (isObject(value) && Object.hasOwn(value, name)) value = value[name]
    else return undefined
  }
  if (value === null || typeof value === 'boolean') return value === null ? null : String(value)
  if (typeof value === 'number') return readFinite(value) === null ? null : String(value)
  return readName(value, 64) ?? undefined
}
