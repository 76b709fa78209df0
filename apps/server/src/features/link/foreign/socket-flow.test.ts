import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSocketFlow } from './socket-flow.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function open(pace: (cost: number) => number) {
  const socket = {
    isPaused: false,
    pause: () => {
      socket.isPaused = true
    },
    resume: () => {
      socket.isPaused = false
    },
  }
  return { socket, flow: createSocketFlow(socket, pace) }
}

it('reads no more while fifty frames wait, until there are half as many', () => {
  const { socket, flow } = open(() => 0)
  for (let count = 0; count < 49; count++) flow.begin(10)
  expect(socket.isPaused).toBe(false)
  flow.begin(10)
  expect(socket.isPaused).toBe(true)
  for (let count = 0; count < 24; count++) flow.end()
  expect(socket.isPaused).toBe(true)
  flow.end()
  expect(socket.isPaused).toBe(false)
})

it('rests for as long as the share of its controller is used up, also if everything was handled', () => {
  let restMs = 0
  const { socket, flow } = open(() => restMs)
  flow.begin(10)
  expect(socket.isPaused).toBe(false)
  restMs = 300
  flow.begin(10)
  flow.end()
  flow.end()
  vi.advanceTimersByTime(299)
  expect(socket.isPaused).toBe(true)
  vi.advanceTimersByTime(1)
  expect(socket.isPaused).toBe(false)
})

it('a frame of two megabytes costs as much as two thousand short ones', () => {
  const costs: number[] = []
  const { flow } = open((cost) => {
    costs.push(cost)
    return 0
  })
  flow.begin(10)
  flow.begin(2 * 1024 * 1024)
  expect(costs).toEqual([1, 2048])
})
