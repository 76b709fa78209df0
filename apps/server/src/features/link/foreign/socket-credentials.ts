import type { WebSocketEntrance } from '@ohmstead/adapters/adapter'
import type { FastifyRequest } from 'fastify'
import { isPlausibleToken } from '../http-sender.ts'

interface Claimed {
  /** Null if the device tells none: its token alone identifies it. */
  serial: string | null
  token: string | null
}

/** Who a device that opens a WebSocket says it is. */
export function findSocketCredentials(secret: WebSocketEntrance['secret'], request: FastifyRequest): Claimed {
  const { serial = null, token = null } = request.params as { serial?: string; token?: string }
  if (secret === 'path') return { serial, token: plausible(token) }
  if (secret === 'basic') {
    const basic = readBasic(request.headers.authorization)
    // Stations send their identity as the user; some add their maker's prefix, so the address decides.
    return { serial, token: plausible(basic?.password ?? null) }
  }
  const value = request.headers[secret.header]
  return { serial, token: plausible(typeof value === 'string' ? value : null) }
}

const plausible = (token: string | null) => (token !== null && isPlausibleToken(token) ? token : null)

function readBasic(header: string | undefined): { user: string; password: string } | null {
  const [scheme = '', encoded = ''] = (header ?? '').split(' ')
  if (scheme.toLowerCase() !== 'basic') return null
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  return colon < 0 ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) }
}
