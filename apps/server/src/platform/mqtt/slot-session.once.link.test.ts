import mqtt, { type MqttClient } from 'mqtt'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startMosquitto, type TestMosquitto } from '../../testing/start-mosquitto.ts'
import { createBrokerAddresses } from './broker-addresses.ts'
import type { IncomingMessage } from './link-transport.ts'
import { forgetSlot, prepareSlot } from './prepare-slot.ts'
import { createReadAhead } from './read-ahead.ts'
import { openSlotSession, type SlotSession } from './slot-session.ts'

let mosquitto: TestMosquitto
let sender: MqttClient

beforeAll(async () => {
  mosquitto = await startMosquitto()
  const { url, username, password } = mosquitto
  sender = await mqtt.connectAsync(url, { username, password, protocolVersion: 4 })
})
afterAll(async () => {
  await sender.endAsync(true)
  await mosquitto.stop()
})

const serials = ['AAAA', 'BBBB']

const brokerOf = (clientId: string) => ({
  addresses: createBrokerAddresses([mosquitto.url]),
  access: { username: mosquitto.username, password: mosquitto.password, tls: null },
  clientId,
  slot: 1,
})

/** A session that holds every message until it is released. */
async function openSession(clientId: string) {
  const held = new Map<string, () => void>()
  const receive = ({ serial, payload }: IncomingMessage) =>
    new Promise<void>((resolve) => held.set(`${serial} ${payload}`, resolve))
  const session = openSlotSession({
    ...brokerOf(clientId),
    serials,
    endpoint: { receive, refuse: () => {} },
    clock: { now: () => 0 },
    log: pino({ level: 'silent' }),
    trouble: { note: () => {}, end: () => {} },
    readAhead: createReadAhead(),
    isLeaving: false,
    hasFormerFilters: false,
    onLost: () => {},
    onSubscribed: () => {},
  })
  onTestFinished(() => session.close())
  return { session, held, names: () => [...held.keys()].sort() }
}
const send = (serial: string, text: string) => sender.publishAsync(`ems/v1/${serial}/data`, text, { qos: 1 })

/** A session's packets reach the broker in order: once it has subscribed, its acknowledgements have arrived, too. */
async function letBrokerRead(session: SlotSession): Promise<void> {
  // In one turn of the event loop it is stored, in the next acknowledged.
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
  await session.setSerials([...serials, 'CCCC'])
}

it('takes the messages of one controller while those of another wait, and gets the rest again after a stop', async () => {
  const first = await openSession('slot-1')
  // Before the subscription nothing is kept.
  for (let probe = 0; first.held.size === 0; probe++) await send('AAAA', `probe ${probe}`)
  await send('BBBB', 'first')
  await expect.poll(() => first.held.has('BBBB first')).toBe(true)
  for (const letGo of first.held.values()) letGo()
  first.held.clear()
  for (let index = 1; index <= 50; index++) await send('AAAA', String(index))
  await send('BBBB', 'live')
  await expect.poll(() => first.held.size).toBe(51)
  expect(first.names()).toContain('BBBB live')
  // Stored up to here, and one further on: nothing is forgotten that is not stored.
  for (let index = 1; index <= 20; index++) first.held.get(`AAAA ${index}`)!()
  first.held.get('AAAA 40')!()
  await letBrokerRead(first.session)
  await send('BBBB', 'last')
  await expect.poll(() => first.held.has('BBBB last')).toBe(true)
  await first.session.close()
  const second = await openSession('slot-1')
  await expect.poll(() => second.held.has('BBBB last')).toBe(true)
  const expected = Array.from({ length: 30 }, (_, index) => `AAAA ${index + 21}`)
  expect(second.names()).toEqual([...expected, 'BBBB last', 'BBBB live'].sort())
  for (const letGo of second.held.values()) letGo()
  await letBrokerRead(second.session)
  await send('AAAA', 'end')
  await expect.poll(() => second.held.has('AAAA end')).toBe(true)
  await second.session.close()
  const third = await openSession('slot-1')
  await expect.poll(() => third.names()).toEqual(['AAAA end'])
})

it('a slot that is only prepared keeps everything, and one that is emptied leaves nothing behind', async () => {
  await prepareSlot({ ...brokerOf('slot-2'), serials })
  for (let index = 1; index <= 30; index++) await send('AAAA', String(index))
  // Delivered to nobody, so that the next one gets all of it.
  await prepareSlot({ ...brokerOf('slot-2'), serials })
  await send('BBBB', 'last')
  const first = await openSession('slot-2')
  await expect.poll(() => first.held.has('BBBB last')).toBe(true)
  expect(first.held.size).toBe(31)
  let isDrained = false
  const drained = first.session.drain().then(() => {
    isDrained = true
  })
  for (const [name, letGo] of first.held) if (name !== 'AAAA 7') letGo()
  await letBrokerRead(first.session)
  expect(isDrained).toBe(false)
  first.held.get('AAAA 7')!()
  await drained
  await send('AAAA', 'for others')
  expect(first.held.has('AAAA for others')).toBe(false)
  await first.session.close()
  await forgetSlot(brokerOf('slot-2'))
  const second = await openSession('slot-2')
  for (let probe = 0; second.held.size === 0; probe++) await send('AAAA', `probe ${probe}`)
  expect(second.names()[0]).toMatch(/^AAAA probe/)
})
