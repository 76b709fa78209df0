import type { DdiAddress } from '../software/ddi-client.ts'
import type { LinkAddress } from './mqtt-session.ts'

export interface Enrolment {
  address: LinkAddress
  /** Token of the HTTP twin, if the cloud returns one. */
  httpToken: string | null
  /** Where its software comes from. Enrolments of earlier versions have none. */
  ddi?: DdiAddress | null
}

/**
 * Exchanges serial and secret for credentials: `POST /link/v1/enroll`. The password is new each time, so it must be
 * stored. Throws an Error with the cloud's reason.
 */
export async function enrol(url: string, serial: string, secret: string): Promise<Enrolment> {
  const response = await fetch(`${url.replace(/\/+$/, '')}/link/v1/enroll`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ serial, secret, hw: 'simulated', os: process.platform, sw: '0.1.0' }),
    signal: AbortSignal.timeout(20_000),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`enrolling was refused with ${response.status} ${text.slice(0, 300)}`)
  return parseEnrolment(JSON.parse(text))
}

export function parseEnrolment(answer: unknown): Enrolment {
  const { mqtt, http, ddi } = answer as {
    mqtt?: { host?: unknown; port?: unknown; tls?: unknown; user?: unknown; password?: unknown }
    http?: { token?: unknown } | null
    ddi?: Partial<Record<keyof DdiAddress, unknown>> | null
  }
  const { host, port, user, password } = mqtt ?? {}
  if (
    typeof host !== 'string' ||
    typeof port !== 'number' ||
    typeof user !== 'string' ||
    typeof password !== 'string'
  )
    throw new Error('the answer to enrolling names no broker')
  const scheme = mqtt?.tls === true ? 'mqtts' : 'mqtt'
  const token = http?.token
  const isText = (value: unknown) => typeof value === 'string'
  const hasDdi = ddi && isText(ddi.url) && isText(ddi.tenant) && isText(ddi.token)
  return {
    address: { url: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`, user, password },
    httpToken: typeof token === 'string' ? token : null,
    ddi: hasDdi ? (ddi as DdiAddress) : null,
  }
}
