import type {
  Adapter,
  AdapterSession,
  ForeignRequest,
  HttpEntrance,
  KnownState,
  Translation,
} from '../adapter.ts'
import { createNamedSession, readPayload } from '../named-session.ts'
import { readForm } from './read-form.ts'
import { readBulk, readPost } from './read-inputs.ts'

/** Whatever sends to Emoncms (emonTx, emonPi, OpenEnergyMonitor's libraries, many scripts), with our address instead. */
export const emoncms: Adapter = {
  kind: 'emoncms',
  title: 'Emoncms',
  group: 'anything',
  tried: 'messages',
  controllerKind: 'GATEWAY',
  http: (['GET', 'POST'] as const).flatMap((method) =>
    (['post', 'bulk'] as const).map(
      (action): HttpEntrance => ({
        method,
        path: `/emoncms/input/${action}`,
        findToken,
        toMessage: (request) => {
          const fields = fieldsOf(request)
          return dataNames.some((name) => fields[name] !== undefined)
            ? { path: `input/${action}`, text: JSON.stringify(fields) }
            : null
        },
        answer: { status: 200, type: 'text/plain', text: 'ok' },
      }),
    ),
  ),
  describeSetup: ({ httpUrl, httpToken, serial, mqttHost, mqttPassword }) => ({
    steps: ['enter_values', 'choose_meaning'],
    fields: [
      { name: 'http_address', value: `${httpUrl}/emoncms` },
      { name: 'api_key', value: httpToken },
      { name: 'mqtt_host', value: mqttHost },
      { name: 'mqtt_user', value: serial },
      { name: 'mqtt_password', value: mqttPassword },
      { name: 'mqtt_topic', value: `ems/v1/${serial}/ext/emoncms` },
    ],
    snippet: [
      `curl -d node=house -d 'fulljson={"grid_power":1250}' \\`,
      `  -H 'Authorization: Bearer ${httpToken}' ${httpUrl}/emoncms/input/post`,
      '',
    ].join('\n'),
    qr: null,
  }),
  mappings: [
    { source: '<node>/<name> of json, fulljson', target: '', change: 'kW, kWh × 1000' },
    { source: '<node>/1, 2, 3 … of csv and bulk', target: '', change: 'kW, kWh × 1000' },
  ],
  openSession: openEmoncms,
}

const dataNames = ['data', 'json', 'fulljson', 'csv']
const names = [...dataNames, 'node', 'time', 'sentat', 'offset']

/** `apikey` in the address or the form, or as a bearer. */
function findToken(request: ForeignRequest): string | null {
  const { authorization } = request.headers
  const bearer = typeof authorization === 'string' ? /^bearer ([^\s]+)$/i.exec(authorization)?.[1] : undefined
  return bearer ?? request.query.apikey ?? readForm(request.body).get('apikey') ?? null
}

function fieldsOf({ query, body }: ForeignRequest): Record<string, string> {
  const form = readForm(body)
  const fields: Record<string, string> = {}
  for (const name of names) {
    const value = query[name] ?? form.get(name)
    if (value !== undefined && value !== null) fields[name] = value
  }
  return fields
}

function openEmoncms(known: KnownState): AdapterSession {
  const session = createNamedSession(known, 'emoncms')
  return {
    tick: session.tick,
    read(message): Translation {
      const { path, text, arrivedAt } = message
      // Over MQTT each value has its topic, <node>/<name>.
      const inputs =
        path === 'input/post'
          ? readPost(text, arrivedAt)
          : path === 'input/bulk'
            ? readBulk(text, arrivedAt)
            : undefined
      if (inputs === undefined) {
        const { found, time } = readPayload(path, text)
        return session.translate(message, found, {}, time)
      }
      if (inputs === null || inputs.length === 0)
        return { refused: { ok: false, reason: 'malformed', detail: 'no inputs in the form of Emoncms' } }
      const parts = inputs.map(({ time, found }) => session.translate(message, found, {}, time))
      const samples = parts.flatMap((part) => part.samples ?? [])
      const devices = parts.flatMap((part) => part.devices ?? [])
      const sources = parts.findLast((part) => part.sources)?.sources
      return {
        ...(samples.length > 0 && {
          samples,
          isTimed: parts.every(({ samples: own, isTimed }) => !own || isTimed),
        }),
        ...(devices.length > 0 && { devices }),
        ...(sources && { sources }),
      }
    },
    command: session.reject,
  }
}
