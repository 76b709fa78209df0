/** What a controller may publish below `ems/v1/<serial>/`. */
export const controllerTopicKinds = [
  'status',
  'info',
  'inventory',
  'data',
  'history',
  'event',
  'reply',
] as const
/** What only the cloud publishes there; the cloud never acts on what it reads from these. */
export const cloudTopicKinds = ['cmd', 'ack', 'plan'] as const

export type ControllerTopicKind = (typeof controllerTopicKinds)[number]
export type CloudTopicKind = (typeof cloudTopicKinds)[number]

export type ParsedTopic =
  | { ok: true; serial: string; kind: ControllerTopicKind }
  /** A foreign message below `ext/<path>`, straight from a device or through a site bridge. */
  | { ok: true; serial: string; kind: 'ext'; path: string }
  | { ok: false; serial: string | null; reason: 'foreign_topic' | 'unknown_topic' | 'cloud_topic' }

const serialPattern = /^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/
const kinds = new Set<string>(controllerTopicKinds)
const cloudKinds = new Set<string>(cloudTopicKinds)

// An answer below such a topic would end the server's own session at the broker. Over HTTP they can be written.
const isNoTopicName = /[+#\0]/

/** The topic of one kind of message of a controller, `ems/v1/<serial>/<kind>`. */
export function controllerTopic(serial: string, kind: ControllerTopicKind | CloudTopicKind): string {
  return `ems/v1/${serial}/${kind}`
}

/**
 * Parses a topic that a controller published to. The serial must be in canonical form (upper case, dashes),
 * because brokers compare topics letter by letter.
 */
export function parseTopic(topic: string): ParsedTopic {
  if (!topic.startsWith('ems/v1/') || topic.charCodeAt(26) !== 47)
    return { ok: false, serial: null, reason: 'foreign_topic' }
  const serial = topic.slice(7, 26)
  if (!serialPattern.test(serial)) return { ok: false, serial: null, reason: 'foreign_topic' }
  const rest = topic.slice(27)
  if (kinds.has(rest)) return { ok: true, serial, kind: rest as ControllerTopicKind }
  if (rest.startsWith('ext/') && rest.length > 4 && !isNoTopicName.test(rest))
    return { ok: true, serial, kind: 'ext', path: rest.slice(4) }
  return { ok: false, serial, reason: cloudKinds.has(rest) ? 'cloud_topic' : 'unknown_topic' }
}
