import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { readSettings } from '../../settings.ts'
import { AppError } from '../app-error.ts'
import { buildHttp } from './build-http.ts'

let app: FastifyInstance
let address: string
const heard: { peer: string; text: string }[] = []

beforeEach(async () => {
  heard.length = 0
  const settings = readSettings({ TRUST_PROXY: '1' })
  app = await buildHttp({ settings, clock: Date, log: pino({ level: 'silent' }) })
  app.webSockets.register({
    path: '/station/:serial',
    protocols: ['two', 'one'],
    maximumBytes: 1000,
    authenticate: async (request) => {
      const { serial } = request.params as { serial: string }
      if (serial === 'unknown') throw new AppError('not_found')
      if (serial === 'hasty') throw new AppError('too_many_attempts', { retryAfterSeconds: 7 })
      if (request.headers.authorization !== 'right') throw new AppError('not_signed_in')
      return `${serial} at ${request.ip}`
    },
    handle: (socket, peer) => {
      socket.on('message', (data) => {
        heard.push({ peer, text: String(data) })
        socket.send(`heard ${data}`)
      })
    },
  })
  app.post('/plain', (request) => request.body)
  await app.listen({ host: '127.0.0.1', port: 0 })
  address = `127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterEach(() => app.close())

const open = (serial: string, headers: Record<string, string> = {}, protocols = ['one', 'two']) =>
  new WebSocket(`ws://${address}/station/${serial}`, protocols, {
    headers: { authorization: 'right', ...headers },
  })

/** The status and body that an upgrade was refused with. */
async function refusalOf(socket: WebSocket) {
  const [, answer] = await once(socket, 'unexpected-response')
  let text = ''
  for await (const chunk of answer) text += chunk
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: JSON.parse(text) }
}

describe('an upgrade', () => {
  it('is accepted with the preferred protocol, and messages go both ways', async () => {
    const socket = open('a', { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' })
    await once(socket, 'open')
    socket.send('hello')
    const [answer] = await once(socket, 'message')
    expect(String(answer)).toBe('heard hello')
    expect(socket.protocol).toBe('two')
    expect(heard).toEqual([{ peer: 'a at 203.0.113.9', text: 'hello' }])
    expect(app.webSockets.count()).toBe(1)
  })

  it.each([
    ['a stranger', 'a', { authorization: 'wrong' }, 401, 'not_signed_in'],
    ['an unknown device', 'unknown', {}, 404, 'not_found'],
    ['who asks too often', 'hasty', {}, 429, 'too_many_attempts'],
  ])('of %s is refused with status and reason', async (_, serial, headers, status, code) => {
    const refusal = await refusalOf(open(serial, headers))
    expect(refusal).toMatchObject({ status, body: { error: { code } } })
    if (status === 429) expect(refusal.retryAfter).toBe('7')
    expect(app.webSockets.count()).toBe(0)
  })

  it('without a known sub-protocol is refused', async () => {
    expect(await refusalOf(open('a', {}, ['three']))).toMatchObject({ status: 400 })
  })

  it('to no such place is answered like any request, and so is a request that wants none', async () => {
    const lost = new WebSocket(`ws://${address}/nowhere`)
    expect(await refusalOf(lost)).toMatchObject({ status: 404 })
    expect((await fetch(`http://${address}/station/a`)).status).toBe(426)
  })

  it('offered along with a body leaves an ordinary request as it is', async () => {
    const headers = { connection: 'upgrade', upgrade: 'websocket', 'content-type': 'application/json' }
    const call = request(`http://${address}/plain`, { method: 'POST', headers }).end('{"a":1}')
    const [answer] = await once(call, 'response')
    let text = ''
    for await (const chunk of answer) text += chunk
    expect(text).toBe('{"a":1}')
  })
})

it('a message beyond the limit ends its connection and no other', async () => {
  const [greedy, other] = [open('a'), open('b')]
  await Promise.all([once(greedy, 'open'), once(other, 'open')])
  greedy.send('x'.repeat(1001))
  expect((await once(greedy, 'close'))[0]).toBe(1009)
  other.send('still here')
  await once(other, 'message')
  expect(heard.map(({ text }) => text)).toEqual(['still here'])
})

it('tells its peers when the server stops, and ends those that do not listen', async () => {
  const [polite, deaf] = [open('a'), open('b')]
  await Promise.all([once(polite, 'open'), once(deaf, 'open')])
  // It reads nothing any more, so not the farewell either.
  deaf.pause()
  const goodbye = once(polite, 'close')
  await app.close()
  expect((await goodbye)[0]).toBe(1001)
  expect(app.webSockets.count()).toBe(0)
  deaf.terminate()
})
