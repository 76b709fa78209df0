import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPacketSizeGuard, type OversizedPacket } from './packet-size-guard.ts'

const limit = 1000

function publish(topic: string, size: number, qos: 0 | 1, messageId: number): Buffer {
  const head = Buffer.from([0, topic.length, ...Buffer.from(topic)])
  const id = qos > 0 ? Buffer.from([messageId >> 8, messageId & 255]) : Buffer.alloc(0)
  const body = Buffer.concat([head, id, Buffer.alloc(size, topic)])
  const length: number[] = []
  for (let rest = body.length; length.length === 0 || rest > 0; rest >>= 7) {
    length.push((rest & 127) | (rest > 127 ? 128 : 0))
  }
  return Buffer.concat([Buffer.from([0x30 | (qos << 1), ...length]), body])
}

function run(chunks: Buffer[]): { passed: Buffer; oversized: OversizedPacket[]; isBroken: boolean } {
  const guard = createPacketSizeGuard(limit)
  const passed: Buffer[] = []
  const oversized: OversizedPacket[] = []
  let isBroken = false
  for (const chunk of chunks) {
    const result = guard(chunk)
    if (result.pass) passed.push(result.pass)
    oversized.push(...result.oversized)
    isBroken ||= result.isBroken
  }
  return { passed: Buffer.concat(passed), oversized, isBroken }
}

describe('createPacketSizeGuard', () => {
  it('passes small packets uncopied', () => {
    const chunk = Buffer.concat([publish('a', 10, 1, 1), publish('b', 900, 0, 2)])
    const { pass } = createPacketSizeGuard(limit)(chunk)
    expect(pass).toEqual(chunk)
    expect(pass?.buffer).toBe(chunk.buffer)
  })

  it('removes only large packets, wherever the stream is split', () => {
    const packet = fc.record({
      size: fc.oneof(fc.nat(50), fc.integer({ min: 900, max: 5000 })),
      qos: fc.constantFrom(0, 1),
    })
    fc.assert(
      fc.property(
        fc.array(packet, { maxLength: 8 }),
        fc.array(fc.nat(700), { maxLength: 60 }),
        (packets, cuts) => {
          const encoded = packets.map(({ size, qos }, index) =>
            publish(`t/${index}`, size, qos as 0 | 1, index + 1),
          )
          const isLarge = (buffer: Buffer) => buffer.length - (buffer.length > 131 ? 3 : 2) > limit
          const stream = Buffer.concat(encoded)
          const chunks: Buffer[] = []
          let position = 0
          for (const cut of cuts) {
            chunks.push(stream.subarray(position, position + cut + 1))
            position += cut + 1
          }
          chunks.push(stream.subarray(position))
          const result = run(chunks.filter((chunk) => chunk.length > 0))
          expect(result.isBroken).toBe(false)
          expect(result.passed.equals(Buffer.concat(encoded.filter((buffer) => !isLarge(buffer))))).toBe(true)
          expect(result.oversized.map((item) => item.publish?.topic)).toEqual(
            encoded.flatMap((buffer, index) => (isLarge(buffer) ? [`t/${index}`] : [])),
          )
        },
      ),
    )
  })

  it('reports the message id of a large packet, so that it can be acknowledged', () => {
    expect(run([publish('ems/v1/x/data', 2000, 1, 77)]).oversized).toEqual([
      { length: 2017, publish: { topic: 'ems/v1/x/data', qos: 1, messageId: 77 } },
    ])
  })

  it('skips a large packet that is no PUBLISH', () => {
    expect(run([Buffer.from([0x10, 0xff, 0xff, 0x7f, 1, 2, 3])])).toEqual({
      passed: Buffer.alloc(0),
      oversized: [{ length: 2097151, publish: null }],
      isBroken: false,
    })
  })

  it('detects an invalid length', () => {
    expect(run([Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x01])]).isBroken).toBe(true)
  })
})
