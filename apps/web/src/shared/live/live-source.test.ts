import { expect, test } from 'vitest'
import { createLiveSource, type LiveMessage, wholeFleet } from './live-source.ts'

function createHarness() {
  const streams: { url: string; closed: boolean; emit: (type: string, data?: string) => void }[] = []
  const timers: { run: () => void; delayMs: number }[] = []
  const messages: LiveMessage[] = []
  const connections: string[] = []
  const signs: number[] = []
  const source = createLiveSource({
    open: (url) => {
      const listeners: Record<string, (event: { data?: string }) => void> = {}
      const stream = {
        url,
        closed: false,
        emit: (type: string, data?: string) => listeners[type]?.({ data }),
      }
      streams.push(stream)
      return {
        addEventListener: (type, listener) => {
          listeners[type] = listener
        },
        close: () => {
          stream.closed = true
        },
      }
    },
    onMessage: (message) => messages.push(message),
    onConnection: (connection) => connections.push(connection),
    onSign: () => signs.push(messages.length),
    setTimer: (run, delayMs) => timers.push({ run, delayMs }),
    clearTimer: () => {},
    random: () => 1,
  })
  return { source, streams, timers, messages, connections, signs }
}

test('reconnects with growing delays, at once again after it was open, and passes events on', () => {
  const { source, streams, timers, messages, connections } = createHarness()
  source.watch([2, 1, 2])
  expect(streams[0]!.url).toBe('/live?locations=1,2')
  for (let i = 0; i < 8; i++) {
    streams.at(-1)!.emit('error')
    timers.at(-1)!.run()
  }
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  streams.at(-1)!.emit('open')
  streams.at(-1)!.emit('alarms', '{"location_id":1,"count":3,"unseen":2}')
  expect(messages).toEqual([{ name: 'alarms', data: { location_id: 1, count: 3, unseen: 2 } }])
  streams.at(-1)!.emit('error')
  expect(timers.at(-1)!.delayMs).toBe(500)
  expect(connections.at(0)).toBe('connecting')
  expect(connections.at(-1)).toBe('lost')
  expect(streams.every(({ closed }) => closed)).toBe(true)
})

test('the alarms of all locations are asked for beside those that are named, or alone', () => {
  const { source, streams } = createHarness()
  source.watch([wholeFleet, 3])
  source.watch([wholeFleet])
  expect(streams.map(({ url }) => url)).toEqual([
    '/live?locations=3&alarms=all',
    '/live?locations=&alarms=all',
  ])
})

test('the same locations open nothing new, none at all closes the stream', () => {
  const { source, streams } = createHarness()
  source.watch([1])
  source.watch([1])
  expect(streams).toHaveLength(1)
  source.watch([])
  expect(streams[0]!.closed).toBe(true)
})

test('a stream refused for capacity is retried every half a minute at most, until it opens', () => {
  const { source, streams, timers, connections } = createHarness()
  source.watch([1])
  for (let refused = 0; refused < 20; refused++) {
    streams.at(-1)!.emit('error')
    expect(streams.at(-1)!.closed).toBe(true)
    timers.at(-1)!.run()
  }
  expect(streams).toHaveLength(21)
  expect(timers.slice(7).every(({ delayMs }) => delayMs === 30_000)).toBe(true)
  streams.at(-1)!.emit('open')
  expect(connections).toEqual(['connecting', ...Array.from({ length: 20 }, () => 'lost'), 'open'])
})

test('every event counts as a heartbeat, including pure heartbeats', () => {
  const { source, streams, signs, messages } = createHarness()
  source.watch([1])
  const [stream] = streams
  stream!.emit('open')
  stream!.emit('beat', '0')
  stream!.emit('alarms', '{"location_id":1,"count":3,"unseen":2}')
  expect(signs).toEqual([0, 0, 0])
  expect(messages).toHaveLength(1)
  source.watch([2])
  stream!.emit('beat', '0')
  expect(signs).toHaveLength(3)
})
