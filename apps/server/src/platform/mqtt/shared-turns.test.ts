import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSharedTurns, ownShare, sharedPerSecond } from './shared-turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const now = () => Date.now()
const many = sharedPerSecond / 10

test('a sender within its share proceeds at once, whoever else waits', () => {
  const take = createSharedTurns(now)
  for (let index = 0; index < 5; index++) take(`heavy ${index}`, many, () => true)
  for (let second = 0; second < 20; second++) {
    expect(take('light', ownShare.perSecond, () => true)).toBe(true)
    vi.advanceTimersByTime(1000)
  }
})

test('a sender beyond its share takes turns in order of arrival, at the shared pace', () => {
  const take = createSharedTurns(now)
  const begun = now()
  const turns: [sender: number, after: number][] = []
  for (let sender = 0; sender < 4; sender++) {
    const go = () => {
      turns.push([sender, now() - begun])
      return true
    }
    if (take(`heavy ${sender}`, many, go)) turns.push([sender, 0])
  }
  vi.advanceTimersByTime(1000)
  expect(turns.map(([sender]) => sender)).toEqual([0, 1, 2, 3])
  const [, ...gaps] = turns.map(([, after], at) => after - (turns[at - 1]?.[1] ?? 0))
  // A tenth of a second's capacity takes a tenth of a second, less what was unused just before.
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(90)
  expect(turns.at(-1)![1]).toBeLessThanOrEqual(300)
})

test('a sender slightly beyond its share waits for one turn of each heavy sender, however many they are', () => {
  const take = createSharedTurns(now)
  const flood = (sender: string): boolean => {
    // In eight connections, each of which has the next piece as soon as the last was handled.
    if (take(sender, many, () => flood(sender) || true)) flood(sender)
    return true
  }
  for (let sender = 0; sender < 50; sender++)
    for (let session = 0; session < 8; session++) flood(`heavy ${sender}`)
  take('light', ownShare.most, () => true)
  for (let piece = 0; piece < 20; piece++) {
    const go = vi.fn(() => true)
    expect(take('light', 20, go)).toBe(false)
    vi.advanceTimersByTime(120)
    expect(go).toHaveBeenCalledTimes(1)
  }
})

/** Counts the turns of senders that always have another piece to send, in this many connections each. */
function createFloods(): (sender: string, sessions: number) => { turns: number } {
  const take = createSharedTurns(now)
  return (sender, sessions) => {
    const count = { turns: 0 }
    const send = (): true => {
      count.turns++
      while (take(sender, 100, send)) count.turns++
      return true
    }
    for (let session = 0; session < sessions; session++) send()
    return count
  }
}

test('many connections of a sender get no more than a single one', () => {
  const flood = createFloods()
  const [one, many] = [flood('one', 1), flood('many', 8)]
  vi.advanceTimersByTime(2000)
  expect(one.turns).toBeGreaterThan(80)
  expect(Math.abs(many.turns - one.turns)).toBeLessThan(20)
})

test('a newcomer gets as much as the others from then on, not what they had before', () => {
  const flood = createFloods()
  const early = flood('early', 1)
  vi.advanceTimersByTime(2000)
  const before = early.turns
  const late = flood('late', 1)
  vi.advanceTimersByTime(1000)
  expect(late.turns).toBeGreaterThan(40)
  expect(early.turns - before).toBeGreaterThan(40)
})

test('a departed sender costs nobody a turn, and a lone sender waits for nobody', () => {
  const take = createSharedTurns(now)
  expect(take('first', many, () => true)).toBe(true)
  for (let index = 0; index < 100; index++) expect(take(`gone ${index}`, many, () => false)).toBe(false)
  const go = vi.fn(() => true)
  expect(take('last', many, go)).toBe(false)
  vi.advanceTimersByTime(100)
  expect(go).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(10_000)
  expect(take('first', many, () => true)).toBe(true)
})
