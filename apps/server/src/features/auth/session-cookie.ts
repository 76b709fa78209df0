import type { FastifyReply, FastifyRequest } from 'fastify'
import { isFromOtherSite } from '../../platform/http/cross-origin.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'

/** Over https the `__Host-` prefix binds the cookie to this very host and path. */
const named = (deps: Pick<PlatformDeps, 'settings'>, name: string) =>
  isSecure(deps) ? `__Host-${name}` : name
const isSecure = (deps: Pick<PlatformDeps, 'settings'>) => deps.settings.publicUrl.startsWith('https:')

/**
 * A page of a listed origin on another site gets a separate cookie, which the browser partitions for that site:
 * nothing else open in the browser sends it, and a direct visit does not either.
 */
function options(deps: Pick<PlatformDeps, 'settings'>, request: FastifyRequest) {
  const own = { path: '/', httpOnly: true } as const
  return isFromOtherSite(deps.settings, request)
    ? ({ ...own, sameSite: 'none', secure: true, partitioned: true } as const)
    : ({ ...own, sameSite: 'lax', secure: isSecure(deps) } as const)
}

export function readSessionToken(deps: PlatformDeps, request: FastifyRequest): string | null {
  return request.cookies[named(deps, 'ohmstead')] ?? null
}

/** Without `maxAgeSeconds` the browser forgets it when it closes. */
export function setSessionCookie(
  deps: PlatformDeps,
  reply: FastifyReply,
  token: string,
  maxAgeSeconds: number | null,
): void {
  reply.setCookie(named(deps, 'ohmstead'), token, {
    ...options(deps, reply.request),
    ...(maxAgeSeconds && { maxAge: maxAgeSeconds }),
  })
}

export function clearSessionCookie(deps: PlatformDeps, reply: FastifyReply): void {
  reply.clearCookie(named(deps, 'ohmstead'), options(deps, reply.request))
}

/** Stays after signing out: it identifies the browser and reveals nothing about its user. */
export function readDeviceCookie(
  deps: Pick<PlatformDeps, 'settings'>,
  request: FastifyRequest,
): string | null {
  return request.cookies[named(deps, 'ohmstead-device')] ?? null
}

export function setDeviceCookie(
  deps: Pick<PlatformDeps, 'settings'>,
  reply: FastifyReply,
  value: string,
  maxAgeSeconds: number,
): void {
  reply.setCookie(named(deps, 'ohmstead-device'), value, {
    ...options(deps, reply.request),
    maxAge: maxAgeSeconds,
  })
}

// Cookies of steps in progress: one for each kind of step.

export function readSignInCookie(deps: PlatformDeps, request: FastifyRequest, kind: string): string | null {
  return request.cookies[named(deps, `ohmstead-${kind}`)] ?? null
}

export function setSignInCookie(
  deps: PlatformDeps,
  reply: FastifyReply,
  kind: string,
  token: string,
  maxAgeSeconds: number,
): void {
  reply.setCookie(named(deps, `ohmstead-${kind}`), token, {
    ...options(deps, reply.request),
    maxAge: maxAgeSeconds,
  })
}

export function clearSignInCookie(deps: PlatformDeps, reply: FastifyReply, kind: string): void {
  reply.clearCookie(named(deps, `ohmstead-${kind}`), options(deps, reply.request))
}
