import { type IncomingMessage, request } from 'node:http'
import type { Duplex } from 'node:stream'
import type { SecretBox } from '../../platform/keys/secret-box.ts'

// From the process that a browser has reached to the one that has the controller's connection: an upgraded request on the
// listener of tunnels, which becomes the stream to the page. The pass is sealed with the key that all processes share.

export const relayProtocol = 'ohmstead-tunnel'
const passMs = 15_000
const answerMs = 15_000

export function createPass(secrets: SecretBox, tunnelId: number, now: number): string {
  const sealed = secrets.seal(Buffer.from(String(now + passMs)), 'tunnelPass', tunnelId)
  return `${tunnelId}.${sealed.toString('base64url')}`
}

/** The tunnel to which it lets; null if it is forged or too old. */
export function readPass(secrets: SecretBox, pass: string, now: number): number | null {
  const [, id, sealed] = /^(\d{1,10})\.([\w-]{20,400})$/.exec(pass) ?? []
  if (id === undefined || sealed === undefined) return null
  try {
    const until = Number(secrets.open(Buffer.from(sealed, 'base64url'), 'tunnelPass', Number(id)).toString())
    return until > now ? Number(id) : null
  } catch {
    return null
  }
}

export const isRelay = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade === relayProtocol && headers.host === relayProtocol

export const readRelayPass = ({ headers }: IncomingMessage): string =>
  (headers.authorization ?? '').replace(/^Bearer /, '')

/** Opens a stream to the page through the process at `url`. */
export function openRelay(url: string, pass: string): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      headers: {
        host: relayProtocol,
        connection: 'Upgrade',
        upgrade: relayProtocol,
        authorization: `Bearer ${pass}`,
      },
    })
    const timer = setTimeout(() => asked.destroy(new Error('the other process did not answer')), answerMs)
    asked.on('upgrade', (_, socket, head) => {
      clearTimeout(timer)
      if (head.length > 0) socket.unshift(head)
      socket.setTimeout(0)
      resolve(socket)
    })
    asked.on('response', (answer) => {
      clearTimeout(timer)
      answer.resume()
      reject(new Error(`the other process answered ${answer.statusCode}`))
    })
    asked.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    asked.end()
  })
}
