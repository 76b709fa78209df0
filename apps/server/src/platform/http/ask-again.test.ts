import type { Endpoint } from '@ohmstead/contract/endpoint'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readSettings } from '../../settings.ts'
import { DbError } from '../db/db-error.ts'
import type { PlatformDeps } from '../platform-deps.ts'
import { buildHttp } from './build-http.ts'
import { registerRoutes } from './register-routes.ts'

/** How often it was asked, and the status, if the connection breaks under each of the first questions. */
async function ask(method: 'GET' | 'POST', breaks: number, wasSent = true) {
  const deps = {
    settings: readSettings({}),
    log: pino({ level: 'silent' }),
    clock: { now: () => 0 },
  } as PlatformDeps
  const app = await buildHttp(deps)
  let asked = 0
  const endpoint = {
    method,
    path: '/asked',
    permission: 'public',
    anonymous: true,
    answer: z.object({ asked: z.number() }),
  } as unknown as Endpoint
  const handle = async () => {
    if (++asked <= breaks) throw new DbError({ message: 'gone', code: '57P01' }, wasSent)
    return { asked }
  }
  registerRoutes(app, deps, [{ endpoint, handle }] as unknown as Parameters<typeof registerRoutes>[2], {
    findActor: async () => null,
    findResource: async () => null,
  })
  const answer = await app.inject({
    method,
    url: '/api/asked',
    headers: { 'x-requested-with': 'ohmstead', 'content-type': 'application/json' },
    ...(method === 'POST' && { payload: '{"data":{}}' }),
  })
  await app.close()
  return { status: answer.statusCode, asked }
}

test('what only reads is asked again when a connection broke under it, a few times', async () => {
  expect(await ask('GET', 0)).toEqual({ status: 200, asked: 1 })
  expect(await ask('GET', 5)).toEqual({ status: 200, asked: 6 })
  expect(await ask('GET', 9)).toEqual({ status: 503, asked: 6 })
})

test('what writes is not, since nobody knows whether it was written, nor what never reached the database', async () => {
  expect(await ask('POST', 1)).toEqual({ status: 503, asked: 1 })
  expect(await ask('GET', 1, false)).toEqual({ status: 503, asked: 1 })
})
