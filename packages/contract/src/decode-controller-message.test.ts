import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeAck, decodeCommand, decodePlan } from './decode-cloud-message.ts'
import {
  decodeAdapterDevices,
  decodeEvent,
  decodeInfo,
  decodeInventory,
  decodeReply,
  decodeStatus,
} from './decode-controller-message.ts'

const now = 1_767_225_600_000
const id = '5b6f6f0a-5a53-4b0f-9f7e-0a2a8c1f9a77'
const text = (value: unknown) => JSON.stringify(value)

describe('messages of a controller', () => {
  it('decodes status and the will', () => {
    expect(decodeStatus(text({ v: 1, online: true, ts: now, boot: '3f0c' }))).toEqual({
      ok: true,
      message: { online: true, ts: now, boot: '3f0c' },
    })
    expect(decodeStatus(text({ v: 1, online: false }))).toEqual({
      ok: true,
      message: { online: false, ts: null, boot: null },
    })
    expect(decodeStatus(text({ v: 1, online: 'yes' })).ok).toBe(false)
  })

  it('decodes info and leaves null what is missing or of another type', () => {
    const decoded = decodeInfo(
      text({ v: 1, kind: 'P1_WIFI', wirelessIp: '192.168.1.7', rssi: '-61', features: ['cmd', 3] }),
    )
    expect(decoded).toMatchObject({
      ok: true,
      message: { kind: 'P1_WIFI', wirelessIp: '192.168.1.7', rssi: null, hwVersion: null, features: ['cmd'] },
    })
  })

  it('decodes an inventory', () => {
    const param = {
      name: 'max_import',
      type: 'number',
      unit: 'W',
      min: 0,
      max: 17000,
      step: 100,
      options: null,
      value: 14000,
      rw: true,
    }
    const device = {
      id: 'grid',
      category: 'GRID',
      name: 'Main meter',
      model: 'AM550',
      serial: '1',
      metrics: ['power'],
      params: [param],
    }
    expect(decodeInventory(text({ v: 1, rev: 12, devices: [device] }))).toEqual({
      ok: true,
      message: { rev: 12, devices: [device] },
    })
  })

  it.each([
    ['malformed', { devices: 1 }],
    ['malformed', { devices: [{ id: '../x' }] }],
    ['malformed', { devices: [{ id: 'a' }, { id: 'a' }] }],
    ['too_many_devices', { devices: Array.from({ length: 129 }, (_, index) => ({ id: `d${index}` })) }],
  ])('refuses an inventory as %s', (reason, inventory) => {
    expect(decodeInventory(text(inventory))).toMatchObject({ ok: false, reason })
  })

  it('strips from a name what breaks its line or would reverse the sentence around it', () => {
    expect(decodeInventory(text({ devices: [{ id: 'x', name: 'Main\n\u202emeter\u2069' }] }))).toMatchObject({
      message: { devices: [{ name: 'Main meter' }] },
    })
  })

  it.each([
    [
      { kind: 'charger', number: 2 },
      { kind: 'charger', number: 2 },
    ],
    [{ kind: 'gas_meter', number: 'x' }, { kind: 'gas_meter' }],
    [{ kind: 'toString' }, undefined],
    [7, undefined],
  ])('takes %j for a generic name only from adapters', (generic, expected) => {
    const told = text({ devices: [{ id: 'x', name: 'Charger', generic }] })
    const read = decodeAdapterDevices(told)
    expect(read.ok && read.message.devices[0]!.generic).toEqual(expected)
    const own = decodeInventory(told)
    expect(own.ok && own.message.devices[0]).not.toHaveProperty('generic')
  })

  it('takes an unknown category as OTHER and names a device by its id', () => {
    expect(decodeInventory(text({ devices: [{ id: 'x', category: 'BOILER' }] }))).toMatchObject({
      message: { devices: [{ category: 'OTHER', name: 'x' }] },
    })
  })

  it('keeps an alarm with a wrong clock, at the arrival time', () => {
    const event = {
      v: 1,
      id: '1',
      ts: 5,
      type: 'OFF_GRID',
      state: 'raised',
      device: 'grid',
      code: 'E17',
      text: 'a\nb',
    }
    expect(decodeEvent(text(event), now)).toMatchObject({ message: { ts: now, code: 'E17', text: 'a b' } })
    expect(decodeEvent(text({ ...event, ts: now - 1000 }), now)).toMatchObject({
      message: { ts: now - 1000 },
    })
    expect(decodeEvent(text({ ...event, type: 'CONTROLLER_ERROR_CONNECTION' }), now).ok).toBe(false)
  })

  it('decodes a reply and cleans its result', () => {
    const reply = `{"v":1,"id":"${id}","state":"done","result":{"a":{"b":"x\\u0000y"},"__proto__":{"z":1},"l":[1,null]}}`
    const decoded = decodeReply(reply)
    expect(decoded).toMatchObject({
      ok: true,
      message: { id, state: 'done', result: { a: { b: 'x y' }, l: [1, null] } },
    })
    expect(decoded.ok && Object.keys(decoded.message.result)).toEqual(['a', 'l'])
    expect(decodeReply(text({ id: 'x', state: 'done' })).ok).toBe(false)
    expect(decodeReply(text({ id, state: 'perhaps' })).ok).toBe(false)
  })

  it('truncates a deeply nested result', () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const decoded = decodeReply(`{"id":"${id}","state":"done","result":${deep}}`)
    expect(decoded.ok && JSON.stringify(decoded.message.result).length).toBeLessThan(100)
  })
})

describe('messages of the cloud', () => {
  it('decodes a command, an acknowledgement and a plan', () => {
    const command = { v: 1, id, ts: now, exp: now + 1000, op: 'set', args: { device: 'bat' } }
    expect(decodeCommand(text(command))).toEqual({ ok: true, message: command })
    expect(decodeAck(text({ v: 1, seq: 3, rejected: 2 }))).toEqual({
      ok: true,
      message: { v: 1, seq: 3, rejected: 2 },
    })
    const slot = { ts: now, device: 'bat', mode: 'auto', power_min: -3000, power_max: 5000 }
    const plan = { v: 1, rev: 7, from: now, until: now + 1000, slots: [slot], fallback: 'auto' }
    expect(decodePlan(text(plan))).toEqual({ ok: true, message: plan })
    for (const slots of [[{ ts: now }], [null], ['auto'], [slot, 7]])
      expect(decodePlan(text({ ...plan, slots })).ok).toBe(false)
  })
})

describe('hostile input', () => {
  it('never makes a decoder throw', () => {
    const decoders = [
      decodeStatus,
      decodeInfo,
      decodeInventory,
      (input: string) => decodeEvent(input, now),
      decodeReply,
      decodeCommand,
      decodeAck,
      decodePlan,
    ]
    const fields = [
      'v',
      'id',
      'ts',
      'type',
      'state',
      'devices',
      'features',
      'result',
      'args',
      'op',
      'exp',
      'seq',
      'slots',
    ]
    const message = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.dictionary(fc.constantFrom(...fields, '__proto__', 'constructor'), fc.jsonValue()).map(text),
      fc
        .record({
          devices: fc.array(
            fc.dictionary(fc.constantFrom('id', 'name', 'metrics', 'params'), fc.jsonValue()),
          ),
        })
        .map(text),
    )
    fc.assert(
      fc.property(message, (input) => {
        for (const decode of decoders) decode(input)
        return ({} as { polluted?: unknown }).polluted === undefined
      }),
      { numRuns: 300 },
    )
  })
})
