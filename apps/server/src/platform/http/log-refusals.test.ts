import { type ErrorCode, errorStatus } from '@ohmstead/contract/errors'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../app-error.ts'
import { createRefusalLog, isRefusal } from './log-refusals.ts'

let lines: Record<string, unknown>[]
let now: number
let app: ReturnType<typeof build>

function build() {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const instance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  const refusals = createRefusalLog(instance, { now: () => now })
  instance.setErrorHandler((error, request, reply) => {
    refusals.write(request, (error as AppError).code)
    return reply.code(403).send()
  })
  for (const code of ['not_allowed', 'not_found', 'not_signed_in', 'conflict'] as const)
    instance.get<{ Params: { locationId: string } }>(`/api/${code}/:locationId`, (request) => {
      request.actorId = 7
      throw new AppError(code)
    })
  instance.get('/api/stranger', () => {
    throw new AppError('not_allowed')
  })
  instance.get('/api/auth/user', () => {
    throw new AppError('not_signed_in')
  })
  return instance
}

const ask = (path: string, remoteAddress = '127.0.0.1') =>
  app.inject({ method: 'GET', url: path, remoteAddress })

beforeEach(() => {
  lines = []
  now = 1_000_000
  app = build()
})
afterEach(() => app.close())

test('a refused authorisation records user, address, resource and reason', async () => {
  await ask('/api/not_allowed/12?token=abc')
  expect(lines).toEqual([
    expect.objectContaining({
      event: 'refused',
      code: 'not_allowed',
      method: 'GET',
      route: '/api/not_allowed/:locationId',
      ids: { locationId: 12 },
      actorId: 7,
      address: '127.0.0.1',
    }),
  ])
  expect(JSON.stringify(lines)).not.toContain('abc')
})

test('missing and foreign resources are logged alike', async () => {
  await ask('/api/not_found/12')
  expect(lines.map(({ code }) => code)).toEqual(['not_found'])
})

test('a path value that is no id is not repeated', async () => {
  await ask('/api/not_allowed/evil%0Aline')
  expect(lines[0]).toMatchObject({ code: 'not_allowed', ids: {} })
  expect(JSON.stringify(lines)).not.toContain('evil')
})

test('a conflict and the first request of every page are not refusals', async () => {
  await ask('/api/conflict/12')
  await ask('/api/auth/user')
  expect(lines).toEqual([])
})

test('a caller refused endlessly gets twenty lines a minute, then a count', async () => {
  for (let i = 0; i < 50; i++) await ask('/api/not_allowed/12')
  expect(lines).toHaveLength(20)
  now += 60_000
  await ask('/api/not_allowed/12')
  expect(lines).toHaveLength(22)
  expect(lines[20]).toMatchObject({ event: 'refused', caller: 'person 7', unlogged: 30 })
  for (let i = 0; i < 50; i++) await ask('/api/not_allowed/12')
  expect(lines).toHaveLength(41)
})

test('every denial counts as a refusal, except the step between password and code', () => {
  const codes = Object.keys(errorStatus) as ErrorCode[]
  const saysNo = codes.filter((code) => [401, 403].includes(errorStatus[code]))
  expect(saysNo.length).toBeGreaterThan(10)
  expect(saysNo.filter((code) => !isRefusal(code))).toEqual(['second_factor_required'])
  expect(codes.filter((code) => isRefusal(code) && !saysNo.includes(code)).sort()).toEqual([
    'not_found',
    'too_many_attempts',
    'too_many_requests',
  ])
})

test('all addresses of one network count as one caller', async () => {
  for (let i = 0; i < 30; i++) await ask('/api/stranger', `2001:db8:1:2::${i}`)
  expect(lines).toHaveLength(20)
  expect(lines[7]).toMatchObject({ address: '2001:db8:1:2::7' })
  now += 60_000
  await ask('/api/stranger', '2001:db8:1:2::1')
  expect(lines[20]).toMatchObject({ caller: '2001:db8:1:2', unlogged: 10 })
})

test('strangers of any number of networks get a thousand lines a minute, and hide no signed-in user', async () => {
  const askers = 2100
  for (let i = 0; i < askers; i++) await ask('/api/stranger', `2001:db8:${i.toString(16)}::1`)
  expect(lines).toHaveLength(1000)
  await ask('/api/not_allowed/12')
  expect(lines[1000]).toMatchObject({ actorId: 7 })
  now += 60_000
  await ask('/api/not_allowed/12')
  const reported = lines.slice(1001, -1)
  expect(reported).toHaveLength(21)
  expect(reported[0]).toMatchObject({ caller: 'other strangers', unlogged: 100 })
  expect(reported[20]).toMatchObject({ caller: '981 more strangers' })
  expect(reported.reduce((sum, { unlogged }) => sum + Number(unlogged), 0)).toBe(askers - 1000)
  await ask('/api/stranger')
  expect(lines.at(-1)).toMatchObject({ route: '/api/stranger', address: '127.0.0.1' })
})
