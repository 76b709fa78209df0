import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const wellFormed = /^[A-Za-z0-9_-]{8,64}$/

/** That of our own proxy, so that its log and ours name a request alike; else a new one, unique among several processes. */
export function requestId(request: Pick<IncomingMessage, 'headers'>, isBehindProxy: boolean): string {
  const given = request.headers['x-request-id']
  if (isBehindProxy && typeof given === 'string' && wellFormed.test(given)) return given
  return randomBytes(12).toString('base64url')
}
