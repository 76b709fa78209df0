import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createSecretBox } from '../../platform/keys/secret-box.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { findDevice, giveDevice } from './device-cookie.ts'

const deps = {
  secrets: createSecretBox(Buffer.alloc(32, 7)),
  settings: { publicUrl: 'https://ems.test' },
} as unknown as Pick<PlatformDeps, 'secrets' | 'settings'>
const person = (id: number) => ({ id, password_hash: `hash of ${id}` })

/** A browser that keeps its cookie. */
function createBrowser() {
  const cookies: Record<string, string> = {}
  const request = { cookies, headers: {} } as unknown as FastifyRequest
  const reply = {
    request,
    setCookie: (name: string, value: string) => {
      cookies[name] = value
    },
  } as unknown as FastifyReply
  return {
    cookies,
    request,
    signIn: (id: number, signedIn = true) => giveDevice(deps, { request, reply }, person(id), { signedIn }),
    isKnownOf: (id: number) => findDevice(deps, request, person(id)) !== null,
  }
}

test('a tablet is known to the five people who signed in last, each under a separate id', () => {
  const { signIn, isKnownOf, request } = createBrowser()
  for (let id = 1; id <= 6; id++) signIn(id)
  signIn(2)
  expect([1, 2, 3, 4, 5, 6, 7].filter(isKnownOf)).toEqual([2, 3, 4, 5, 6])
  expect(new Set([2, 3, 4, 5, 6].map((id) => findDevice(deps, request, person(id)))).size).toBe(5)
})

test('somebody who came through a mailed link is known, but has not signed in', () => {
  const { signIn, request } = createBrowser()
  signIn(1, false)
  signIn(2)
  const hasSignedIn = (id: number) => findDevice(deps, request, person(id), { signedIn: true }) !== null
  expect([findDevice(deps, request, person(1)) !== null, hasSignedIn(1), hasSignedIn(2)]).toEqual([
    true,
    false,
    true,
  ])
})

test('a new password, an unknown person and a forged cookie make the browser unknown', () => {
  const { signIn, cookies, request, isKnownOf } = createBrowser()
  signIn(1)
  signIn(2)
  expect(findDevice(deps, request, undefined)).toBeNull()
  expect(findDevice(deps, request, { id: 1, password_hash: 'another' })).toBeNull()
  const [name, value] = Object.entries(cookies)[0]!
  const [two, sealedTwo, one, sealedOne] = value.split('.')
  cookies[name] = [two, sealedOne, one, sealedTwo].join('.')
  expect([isKnownOf(1), isKnownOf(2)]).toEqual([false, false])
  cookies[name] = 'x.y.z'
  expect(isKnownOf(1)).toBe(false)
})
