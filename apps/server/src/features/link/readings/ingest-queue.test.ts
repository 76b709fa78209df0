import { describe, expect, it } from 'vitest'
import type { IncomingMessage } from '../../../platform/mqtt/link-transport.ts'
import { createIngestQueue, type QueuedMessage } from './ingest-queue.ts'

type Kind = QueuedMessage['kind']

/** A lane whose commits end when the test says so. */
function openLane() {
  const batches: QueuedMessage[][] = []
  let end = Promise.withResolvers<void>()
  let begun = Promise.withResolvers<void>()
  const queue = createIngestQueue({
    lanes: 1,
    store: async (batch) => {
      batches.push(batch)
      begun.resolve()
      await end.promise
      for (const { settle } of batch)
        settle({ state: 'stored', seq: null, storedSamples: 1, rejectedSamples: 0, refused: [] })
    },
  })
  return {
    batches,
    add(kind: Kind, count: number, { serial = kind as string, bytes = 1000 } = {}) {
      const message = { serial, payload: Buffer.alloc(bytes) } as unknown as IncomingMessage
      for (let one = 0; one < count; one++) void queue.add(message, kind)
    },
    /** The kind and the number of the messages in the next commit, which begins now and has not ended. */
    async next(): Promise<[Kind, number]> {
      await begun.promise
      const batch = batches.at(-1)!
      expect(new Set(batch.map(({ kind }) => kind)).size).toBe(1)
      return [batch[0]!.kind, batch.length]
    },
    commit() {
      const ended = end
      end = Promise.withResolvers()
      begun = Promise.withResolvers()
      ended.resolve()
    },
    size: queue.size,
    close: queue.close,
  }
}

describe('a lane', () => {
  it('alternates live messages and history, while both keep coming', async () => {
    const lane = openLane()
    const kinds: Kind[] = []
    for (let turn = 0; turn < 6; turn++) {
      lane.add('data', 500)
      lane.add('history', 500)
      kinds.push((await lane.next())[0])
      lane.commit()
    }
    expect(kinds).toEqual(['data', 'history', 'data', 'history', 'data', 'history'])
  })

  it('that closes finishes the current commit and begins no other', async () => {
    const lane = openLane()
    lane.add('data', 1000)
    lane.add('history', 10)
    const [, first] = await lane.next()
    const closed = lane.close()
    lane.commit()
    await closed
    expect(lane.batches).toHaveLength(1)
    expect(lane.size()).toBe(1010 - first)
  })

  it('yields after each batch, even if nothing of it has to be written', async () => {
    const batches: number[] = []
    const queue = createIngestQueue({
      lanes: 1,
      store: async (batch) => {
        batches.push(batch.length)
      },
    })
    const message = { serial: 'one', payload: Buffer.from('x') } as unknown as IncomingMessage
    for (let one = 0; one < 2000; one++) void queue.add(message, 'data')
    const seen: number[] = []
    while (queue.size() > 0) {
      await new Promise(setImmediate)
      seen.push(batches.length)
    }
    expect(seen.every((count, turn) => count - (seen[turn - 1] ?? 0) <= 1)).toBe(true)
    expect(batches).toEqual([400, 400, 400, 400, 400])
  })

  it('lets a live message wait for one small batch of history at most, however much of it there is', async () => {
    const lane = openLane()
    lane.add('history', 1000)
    expect(await lane.next()).toEqual(['history', 130])
    lane.add('data', 1)
    lane.commit()
    expect(await lane.next()).toEqual(['data', 1])
    lane.commit()
    expect(await lane.next()).toEqual(['history', 130])
  })

  it('lets history wait for one batch of live messages at most', async () => {
    const lane = openLane()
    lane.add('data', 1000)
    expect(await lane.next()).toEqual(['data', 300])
    lane.add('history', 1)
    lane.commit()
    expect(await lane.next()).toEqual(['history', 1])
  })

  it('takes one of each controller in turn', async () => {
    const lane = openLane()
    lane.add('data', 400, { serial: 'flood' })
    lane.add('data', 1, { serial: 'quiet' })
    await lane.next()
    expect(lane.batches[0]!.slice(0, 3).map(({ message }) => message.serial)).toEqual([
      'flood',
      'quiet',
      'flood',
    ])
  })

  it('counts waiting and current messages, and no settled ones', async () => {
    const lane = openLane()
    lane.add('data', 310)
    await lane.next()
    expect(lane.size()).toBe(310)
    lane.commit()
    await lane.next()
    expect(lane.size()).toBe(10)
  })
})
