import type { AddressInfo } from 'node:net'
import mqtt from 'mqtt'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { startTestBroker } from '../../testing/start-test-broker.ts'
import { buildHttp } from '../http/build-http.ts'
import type { LinkEndpoint } from './link-transport.ts'
import { acceptMqttWebSockets } from './mqtt-web-socket.ts'

const mine = '7K3M-9QXD-H2TV-5RB8'

async function startBoth(endpoint: Partial<LinkEndpoint>) {
  const broker = await startTestBroker(endpoint)
  const settings = readSettings({ TRUST_PROXY: '1' })
  const app = await buildHttp({ settings, clock: Date, log: pino({ level: 'silent' }) })
  acceptMqttWebSockets(app, broker.accept!)
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const connect = async (more: object = {}) => {
    const client = await mqtt.connectAsync(
      `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/mqtt`,
      {
        ...{ username: mine, password: 'secret', reconnectPeriod: 0 },
        wsOptions: { headers: { 'x-forwarded-for': '203.0.113.9' } },
        ...more,
      },
    )
    client.on('error', () => {})
    onTestFinished(() => client.endAsync(true))
    return client
  }
  return { broker, connect }
}

test('a session over WebSocket is one like any other, from the address that the proxy saw', async () => {
  const heard: string[] = []
  const addresses: string[] = []
  const { broker, connect } = await startBoth({
    receive: async ({ payload }) => void heard.push(String(payload)),
    authenticate: async (_, password, address) => {
      addresses.push(address)
      return password === 'secret'
    },
  })
  const client = await connect()
  await client.subscribeAsync(`ems/v1/${mine}/cmd`)
  const command = new Promise((resolve) => client.once('message', (_, payload) => resolve(String(payload))))
  broker.publish(mine, 'cmd', 'do it')
  expect(await command).toBe('do it')
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      client.publishAsync(`ems/v1/${mine}/data`, `${index}`, { qos: 1 }),
    ),
  )
  expect(heard).toEqual(Array.from({ length: 200 }, (_, index) => `${index}`))
  expect(addresses).toEqual(['203.0.113.9'])
  await expect(connect({ password: 'wrong' })).rejects.toThrow(/Bad username or password/)
})

test('an oversized packet is skipped, and a frame that is longer still ends the session: both are told', async () => {
  const refused: string[] = []
  const { connect } = await startBoth({
    refuse: (_, reason, detail) => void refused.push(`${reason}: ${detail}`),
  })
  const client = await connect()
  await client.publishAsync(`ems/v1/${mine}/data`, 'x'.repeat(300_000), { qos: 1 })
  const closed = new Promise((resolve) => client.once('close', () => resolve(true)))
  client.publish(`ems/v1/${mine}/data`, 'x'.repeat(600_000), { qos: 1 })
  expect(await closed).toBe(true)
  await expect
    .poll(() => refused)
    .toEqual([expect.stringMatching(/^oversized: \d+ bytes on ems/), 'oversized: a message of a WebSocket'])
})

test('a client of MQTT 5 is told that its version is not spoken', async () => {
  const { connect } = await startBoth({})
  await expect(connect({ protocolVersion: 5 })).rejects.toThrow(/Unacceptable protocol version/)
})
