import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { createPacketPace } from '../../platform/mqtt/packet-pace.ts'
import { networkOf } from '../../platform/network-of.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import type { Turns } from '../../platform/turns.ts'
import { findCredentials, findSerialByToken } from './link-queries.ts'
import { LinkRequestError } from './link-request-error.ts'
import { hashSecret, isSecretRight } from './secret-hash.ts'

// Tokens are too long to guess; the limit keeps a misconfigured device from querying the database forever.
const limit = { attempts: 20, windowSeconds: 600, firstWaitSeconds: 30, longestWaitSeconds: 3600 }
const enrolmentLimit = { ...limit, attempts: 10, windowSeconds: 3600 }

/** Bulk queries for many requests yield to others, and refusals yield to everybody. */
export interface SenderTurns {
  ofAll: Turns
  ofRefused: Turns
  /** Requests of each controller over time. */
  pace: ReturnType<typeof createPacketPace>
}

/** Far more than a device sends that waits for its answers, a backlog included. */
export const httpPace = { most: 2000, perSecond: 200 }

/** Over HTTP nobody can be read more slowly, so whoever sends too fast is refused, and sees that beside the controller. */
export function takeShare(
  deps: { link: Pick<Deps['link'], 'refuse'> },
  { pace }: Pick<SenderTurns, 'pace'>,
  serial: string,
): string {
  const waitMs = pace(serial, 0)
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000)
    deps.link.refuse(serial, 'too_fast', `more than ${httpPace.perSecond} requests a second over HTTP`)
    throw new LinkRequestError(
      429,
      'too_fast',
      `Not stored: too many requests. Try again in ${seconds} s.`,
      seconds,
    )
  }
  pace(serial, 1)
  return serial
}

/** The serial that a token belongs to; it must be the one in the address. Wrong tokens are slowed down. */
export async function identifySender(
  deps: Deps,
  turns: SenderTurns,
  request: FastifyRequest,
  { serial, token }: { serial: string; token: string | null },
): Promise<string> {
  const row =
    token === null
      ? undefined
      : await turns.ofAll(async () => (await findCredentials(deps.db.at('ingest'), [serial]))[0])
  const isRight = row !== undefined && isSecretRight(token!, row.http_token_hash)
  if (isRight && row.revoked_at === null) return takeShare(deps, turns, serial)
  await refuseSender(deps, turns, request, serial, row !== undefined)
  throw wrongToken()
}

/** Of a sender that tells no serial, so its token alone identifies it. */
export async function identifyByToken(
  deps: Deps,
  turns: SenderTurns,
  request: FastifyRequest,
  token: string | null,
): Promise<string> {
  const serial =
    token === null
      ? null
      : await turns.ofAll(() => findSerialByToken(deps.db.at('ingest'), hashSecret(token)))
  if (serial !== null) return takeShare(deps, turns, serial)
  await refuseSender(deps, turns, request, null, false)
  throw wrongToken()
}

const wrongToken = () =>
  new LinkRequestError(401, 'bad_credentials', 'The token is missing, wrong or revoked.')

/** The token in a request's header, or null. */
export function readToken(
  request: FastifyRequest,
  scheme: 'bearer' | 'token' | 'targettoken',
): string | null {
  const [given = '', token = ''] = (request.headers.authorization ?? '').split(' ')
  return given.toLowerCase() === scheme && isPlausibleToken(token) ? token : null
}

export const isPlausibleToken = (token: string) => token.length > 0 && token.length <= 200

async function refuseSender(
  deps: Deps,
  turns: SenderTurns,
  request: FastifyRequest,
  serial: string | null,
  isKnown: boolean,
): Promise<void> {
  if (isKnown && serial) deps.link.refuse(serial, 'bad_credentials', 'wrong or revoked HTTP token')
  const now = deps.clock.now()
  const network = networkOf(request.ip)
  // On the connections of pages, so that guesses take none from readings. The network first: once it is blocked
  // it leaves no row for each forged serial.
  await turns.ofRefused(async () => {
    await takeAttempt(deps.db, `link token ${network}`, { ...limit, attempts: 200 }, now)
    await takeAttempt(deps.db, `link token ${network} ${serial ?? ''}`, limit, now)
  })
}

/**
 * A wrong enrolment secret; throws `too_many_attempts` after too many. Counted for the network, alone
 * and with the serial, so that nobody can use up another's attempts; a right secret is never counted.
 */
export async function noteWrongEnrolment(deps: Deps, address: string, serial: string): Promise<void> {
  const now = deps.clock.now()
  const network = networkOf(address)
  await takeAttempt(deps.db, `enrol ${network}`, { ...enrolmentLimit, attempts: 50 }, now)
  await takeAttempt(deps.db, `enrol ${network} ${serial}`, enrolmentLimit, now)
}
