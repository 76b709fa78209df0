import { linkLimits } from '@ohmstead/contract/controller-messages'
import type { CommandReply, Outgoing } from '../adapter.ts'
import { isObject, readFinite } from '../read-value.ts'

/** Ids of what we ask on our own; theirs must be UUIDs, and chance is not ours to have. */
export const ownIds = {
  config: '00000000-0000-4000-8000-000000000001',
  hold: '00000000-0000-4000-8000-000000000002',
  setBack: '00000000-0000-4000-8000-000000000003',
} as const

export interface EdgeCall {
  method: 'getEdgeConfig' | 'updateComponentConfig' | 'setChannelValue'
  params: Record<string, unknown>
}

/** The least role that may do it. */
const roles = { getEdgeConfig: 'guest', updateComponentConfig: 'owner', setChannelValue: 'admin' } as const

/** Everything that an Edge is asked is wrapped in the name of somebody. */
export function callEdge(id: string, { method, params }: EdgeCall): Outgoing {
  const user = { id: 'ohmstead', name: 'Ohmstead', language: 'EN', role: roles[method] }
  const payload = { jsonrpc: '2.0', id, method, params }
  return { path: '', text: rpc({ id, method: 'authenticatedRpc', params: { user, payload } }) }
}

export const setProperty = (componentId: string, name: string, value: unknown): EdgeCall => ({
  method: 'updateComponentConfig',
  params: { componentId, properties: [{ name, value }] },
})

/** Written again within a minute, or the Edge goes back to its own; null goes back at once. */
export const setPower = (componentId: string, value: number | null): EdgeCall => ({
  method: 'setChannelValue',
  params: { componentId, channelId: 'SetActivePowerEquals', value },
})

/** An Edge asks its backend for things that only the maker's has; it accepts that there are none. */
export function refuseRequest(id: unknown): Outgoing[] {
  if (typeof id !== 'string' || id.length > 64) return []
  const error = { code: 1, message: 'not supported', data: [] }
  return [{ path: '', text: rpc({ id, error }) }]
}

const rpc = (content: object) => JSON.stringify({ jsonrpc: '2.0', ...content })

/** What a frame with `result` or `error` says of the command with its id. */
export function readReply(id: string, { error, result }: Record<string, unknown>): CommandReply {
  const payload = isObject(result) && isObject(result.payload) ? result.payload : {}
  const wrong = error ?? payload.error ?? null
  if (wrong === null) return { id, state: 'done', code: null, text: null }
  const { code, message } = isObject(wrong) ? wrong : {}
  const text = typeof message === 'string' ? message.slice(0, linkLimits.textLength) : null
  return { id, state: 'failed', code: String(readFinite(code) ?? 'failed'), text }
}

/** The result inside of the wrapper; null without one. */
export function unwrap({ result }: Record<string, unknown>): unknown {
  return isObject(result) && isObject(result.payload) ? result.payload.result : null
}
