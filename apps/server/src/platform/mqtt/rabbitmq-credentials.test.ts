import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { hashForBrokers } from './broker-password.ts'
import { createRabbitApi } from './rabbitmq-api.ts'
import { createRabbitCredentials } from './rabbitmq-credentials.ts'

type Answer = { status: number; body?: unknown }

/** A management API that knows these users by their hashes. */
async function startApi(answer: (method: string, path: string, body: string) => Answer) {
  const read = async (request: IncomingMessage) => {
    let text = ''
    for await (const part of request) text += part
    return text
  }
  const server = createServer(async (request, response) => {
    const { status, body } = answer(request.method!, request.url!, await read(request))
    response.writeHead(status).end(body === undefined ? '' : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const connect = (...urls: string[]) =>
  createRabbitCredentials({
    api: createRabbitApi({ urls, username: 'ohmstead', password: 'x', tls: null }),
    username: 'ohmstead',
  })

const textOf = (hash: Uint8Array) => Buffer.from(hash).toString('base64')

test.each([
  ['a wrong password', { status: 401 }, /RABBITMQ_API_PASSWORD/],
  [
    'no right to make users',
    { status: 200, body: { tags: ['management'] } },
    /no administrator.*set_user_tags/,
  ],
  ['another program', { status: 404 }, /rabbitmq_management/],
  ['a page of another program', { status: 200, body: 'hello' }, /rabbitmq_management/],
  ['an administrator', { status: 200, body: { tags: ['administrator'] } }, null],
])('says what to do about %s', async (_, answer, expected) => {
  const found = await connect(await startApi(() => answer)).findObstacle()
  if (expected === null) expect(found).toBeNull()
  else expect(found).toMatch(expected)
})

test('asks each address in turn, and says what was wrong with each', async () => {
  const broken = await startApi(() => ({ status: 503 }))
  const good = await startApi(() => ({ status: 200, body: { tags: ['administrator'] } }))
  const nobody = 'http://127.0.0.1:1'
  expect(await connect(nobody, broken, good).findObstacle()).toBeNull()
  const failure = await connect(nobody, broken)
    .findObstacle()
    .catch((error) => error)
  expect(failure.code).toBe('unavailable')
  expect(failure.cause.message).toMatch(/127\.0\.0\.1:1: .*ECONNREFUSED.*; .*: status 503/)
})

test('adds what is missing and leaves what differs alone, unless told otherwise; a revocation meanwhile holds', async () => {
  const [a, b, c, d] = [hashForBrokers('a'), hashForBrokers('b'), hashForBrokers('c'), hashForBrokers('d')]
  const known = new Map<string, string>([
    ['B', 'another'],
    ['D', textOf(d.rabbitmq)],
    ['ohmstead', 'own'],
  ])
  const url = await startApi((method, path, body) => {
    if (method === 'GET')
      return { status: 200, body: [...known].map(([name, password_hash]) => ({ name, password_hash })) }
    if (method === 'DELETE') return { status: known.delete(path.split('/').at(-1)!) ? 204 : 404 }
    for (const user of JSON.parse(body).users) known.set(user.name, user.password_hash)
    return { status: 204 }
  })
  let looks = 0
  const findAccounts = async () => [
    // Revoked between the two looks.
    { serial: 'A', isRevoked: looks++ > 0, hashes: a },
    { serial: 'B', isRevoked: false, hashes: b },
    { serial: 'C', isRevoked: false, hashes: c },
    { serial: 'D', isRevoked: true, hashes: null },
    { serial: 'E', isRevoked: false, hashes: null },
  ]
  const credentials = connect(url)
  expect(await credentials.fill({ findAccounts, replacesOthers: false })).toEqual({
    ...{ added: 2, replaced: 0, removed: 2, missing: 1 },
  })
  expect([...known.keys()].sort()).toEqual(['B', 'C', 'ohmstead'])
  expect(known.get('B')).toBe('another')
  expect(await credentials.fill({ findAccounts, replacesOthers: true })).toEqual({
    ...{ added: 0, replaced: 1, removed: 0, missing: 1 },
  })
  expect(known.get('B')).toBe(textOf(b.rabbitmq))
})

test('a controller may use the branch of its topics and the queues of its session, and nothing of others', async () => {
  const bodies: string[] = []
  const url = await startApi((method, _, body) => {
    if (method === 'POST') bodies.push(body)
    return { status: 204 }
  })
  await connect(url).set('AAAA', { plain: 'a', hashes: hashForBrokers('a') })
  const { permissions, topic_permissions: topics, users } = JSON.parse(bodies[0]!)
  expect(users).toMatchObject([{ name: 'AAAA', tags: '' }])
  const names = [
    'amq.topic',
    'mqtt-subscription-AAAAqos1',
    'mqtt-subscription-AAAABqos1',
    'mqtt-subscription-BAAAAqos1',
    'amq.direct',
  ]
  const allowed = (pattern: string) => names.filter((name) => new RegExp(pattern).test(name))
  const [{ configure, write, read, user, vhost }] = permissions
  expect([permissions.length, topics.length, user, vhost]).toEqual([1, 1, 'AAAA', '/'])
  expect([configure, write, read].map(allowed)).toEqual([
    names.slice(1, 2),
    names.slice(0, 2),
    names.slice(0, 2),
  ])
  const keys = [
    'ems.v1.AAAA.data',
    'ems.v1.BBBB.data',
    'ems.v1.AAAAB.data',
    'emsxv1.AAAA.data',
    'x.ems.v1.AAAA.data',
  ]
  for (const pattern of [topics[0].write, topics[0].read])
    expect(keys.filter((key) => new RegExp(pattern.replace('{username}', 'AAAA')).test(key))).toEqual([
      keys[0],
    ])
  expect(topics).toMatchObject([{ user: 'AAAA', vhost: '/', exchange: 'amq.topic' }])
})

test('a new password ends the sessions of the old one, and without one the account is gone', async () => {
  const calls: string[] = []
  const url = await startApi((method, path) => {
    calls.push(`${method} ${path}`)
    // A new controller has no account yet.
    return { status: method === 'DELETE' ? 404 : 204 }
  })
  await connect(url).set('AAAA', { plain: 'a', hashes: hashForBrokers('a') })
  expect(calls).toEqual(['DELETE /api/users/AAAA', 'POST /api/definitions'])
  await connect(url).set('AAAA', null)
  expect(calls.slice(2)).toEqual(['DELETE /api/users/AAAA'])
})
