import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { UnreadableSecretError } from '../../platform/keys/secret-box.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { readDeviceCookie, setDeviceCookie } from './session-cookie.ts'

// A browser in which somebody has signed in is known to be theirs, and strangers' guesses do not count against it
// (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It signs nobody in.

/** The account data a known browser depends on: a new password makes all of them unknown. */
export interface DeviceOwner {
  id: number
  password_hash: string | null
}

/** A household's tablet may be shared by several people. */
const mostOwners = 5
/** No browser keeps a cookie for longer. */
const keepSeconds = 400 * 86_400
const separator = '.'

interface Device {
  userId: number
  sealed: string
}
/** `signedIn`: not merely through a mailed link, which does not replace a second factor. */
type Sealed = [id: string, passwordMark: string, signedIn: boolean]

/**
 * The id of this browser if its owner has signed in here before, or without `signedIn` has only set a password
 * by mail; null for an unknown browser.
 */
export function findDevice(
  deps: Pick<PlatformDeps, 'secrets' | 'settings'>,
  request: FastifyRequest,
  owner: DeviceOwner | undefined,
  { signedIn = false }: { signedIn?: boolean } = {},
): string | null {
  if (!owner) return null
  const mine = readDevices(deps, request).find(({ userId }) => userId === owner.id)
  const [id = null, mark, hasSignedIn] = mine ? openDevice(deps, mine) : []
  return mark === markOf(owner) && (hasSignedIn || !signedIn) ? id : null
}

/** Makes this browser known as one of this person, under a new id. */
export function giveDevice(
  deps: Pick<PlatformDeps, 'secrets' | 'settings'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  owner: DeviceOwner,
  { signedIn }: { signedIn: boolean },
): void {
  const device: Sealed = [randomBytes(16).toString('base64url'), markOf(owner), signedIn]
  const sealed = deps.secrets.seal(Buffer.from(JSON.stringify(device)), 'knownBrowser', owner.id)
  const others = readDevices(deps, request).filter(({ userId }) => userId !== owner.id)
  const kept = [{ userId: owner.id, sealed: sealed.toString('base64url') }, ...others].slice(0, mostOwners)
  const value = kept.map((one) => [one.userId, one.sealed].join(separator)).join(separator)
  setDeviceCookie(deps, reply, value, keepSeconds)
}

function readDevices(deps: Pick<PlatformDeps, 'settings'>, request: FastifyRequest): Device[] {
  const parts = (readDeviceCookie(deps, request) ?? '').split(separator).slice(0, mostOwners * 2)
  const devices: Device[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const userId = Number(parts[at])
    if (Number.isSafeInteger(userId) && userId > 0) devices.push({ userId, sealed: parts[at + 1]! })
  }
  return devices
}

/** Null if it was forged, or sealed with a removed key: a browser like any other. */
function openDevice({ secrets }: Pick<PlatformDeps, 'secrets'>, { userId, sealed }: Device): Partial<Sealed> {
  try {
    return JSON.parse(String(secrets.open(Buffer.from(sealed, 'base64url'), 'knownBrowser', userId)))
  } catch (error) {
    if (error instanceof UnreadableSecretError) return []
    throw error
  }
}

const markOf = ({ password_hash }: DeviceOwner) =>
  createHash('sha256')
    .update(password_hash ?? '')
    .digest('base64url')
    .slice(0, 16)
