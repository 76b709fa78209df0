import { describe, expect, test } from 'vitest'
import { createLiveHub, type LiveHub, type TabMessage } from './live-hub.ts'
import type { LiveConnection, LiveMessage } from './live-source.ts'

/** Tabs of one browser: they share a channel and queue for one lock; timers run by hand. */
function createBrowser() {
  const hubs = new Map<string, LiveHub>()
  const queue: { tab: string; onLead: () => void }[] = []
  const sources: {
    tab: string
    locations: readonly number[]
    history: (readonly number[])[]
    closed: boolean
    emit: (m: LiveMessage) => void
    connect: (c: LiveConnection) => void
    sign: () => void
  }[] = []
  const timers = new Set<{ run: () => void; delayMs: number }>()
  const open = (tab: string) => {
    const hub = createLiveHub({
      tab,
      channel: {
        post: (message: TabMessage) => {
          if (!hubs.has(tab)) throw new Error('the channel is closed')
          for (const [name, other] of hubs) if (name !== tab) other.receive(structuredClone(message))
        },
        close: () => hubs.delete(tab),
      },
      createSource: (emit, connect, sign) => {
        const source = {
          tab,
          locations: [] as readonly number[],
          history: [] as (readonly number[])[],
          closed: false,
          emit,
          connect,
          sign,
        }
        sources.push(source)
        return {
          watch: (locations) => {
            const next = [...locations].sort()
            if (String(next) !== String(source.locations)) source.history.push(next)
            source.locations = next
          },
          close: () => {
            source.closed = true
          },
        }
      },
      lead: (onLead) => {
        const entry = { tab, onLead }
        queue.push(entry)
        if (queue.length === 1) onLead()
        return () => {
          const first = queue[0] === entry
          queue.splice(queue.indexOf(entry), 1)
          if (first) queue[0]?.onLead()
        }
      },
      setTimer: (run, delayMs) => {
        const timer = { run, delayMs }
        timers.add(timer)
        return timer
      },
      clearTimer: (timer) => void timers.delete(timer as { run: () => void; delayMs: number }),
    })
    hubs.set(tab, hub)
    return hub
  }
  const elapse = (delayMs: number) => {
    for (const timer of [...timers]) {
      if (timer.delayMs !== delayMs) continue
      timers.delete(timer)
      timer.run()
    }
  }
  return { open, sources, elapse, timers, live: () => sources.filter(({ closed }) => !closed) }
}

const latest = (location_id: number, ts: number, power: number): LiveMessage => ({
  name: 'latest',
  data: { location_id, ts, values: { 'grid/power': [ts, power] } },
})

describe('live connection shared by tabs', () => {
  test('three tabs keep one stream with all their locations', () => {
    const browser = createBrowser()
    const [a, b, c] = ['a', 'b', 'c'].map(browser.open)
    a!.watch(1)
    b!.watch(2)
    c!.watch(2)
    expect(browser.live()).toHaveLength(1)
    expect(browser.live()[0]!.locations).toEqual([1, 2])
    browser.live()[0]!.emit(latest(2, 5, 700))
    expect(b!.location(2).values['grid/power']).toEqual({ ts: 5, value: 700 })
    expect(c!.location(2).ts).toBe(5)
  })

  test('a tab that comes later gets the known state', () => {
    const browser = createBrowser()
    browser.open('a').watch(1)
    browser.live()[0]!.connect('open')
    browser.live()[0]!.emit(latest(1, 5, 700))
    const late = browser.open('b')
    late.watch(1)
    expect(late.location(1).values['grid/power']?.value).toBe(700)
    expect(late.connection()).toBe('open')
  })

  test('when the leading tab closes, another takes over the remaining locations', () => {
    const browser = createBrowser()
    const a = browser.open('a')
    const b = browser.open('b')
    a.watch(1)
    b.watch(2)
    a.close()
    expect(browser.live().map(({ tab, locations }) => ({ tab, locations }))).toEqual([
      { tab: 'b', locations: [2] },
    ])
  })

  test('the new leader opens one stream, since it knew what the others watch', () => {
    const browser = createBrowser()
    const [a, b, c] = ['a', 'b', 'c'].map(browser.open)
    a!.watch(1)
    b!.watch(2)
    c!.watch(3)
    a!.close()
    expect(browser.live()[0]!.history).toEqual([[2, 3]])
  })

  test('leaving a page keeps the location a while and then closes the stream', () => {
    const browser = createBrowser()
    const a = browser.open('a')
    const leave = a.watch(1)
    leave()
    leave()
    expect(browser.live()).toHaveLength(1)
    a.watch(1)()
    browser.elapse(10_000)
    expect(browser.live()).toHaveLength(0)
    expect(browser.timers.size).toBe(0)
  })

  test('a tab that no longer answers is forgotten', () => {
    const browser = createBrowser()
    browser.open('a').watch(1)
    const b = browser.open('b')
    b.watch(2)
    b.receive = () => {}
    for (let i = 0; i < 4; i++) browser.elapse(30_000)
    expect(browser.live()[0]!.locations).toEqual([1])
  })

  test('after a lost connection every tab refetches', () => {
    const browser = createBrowser()
    const a = browser.open('a')
    const b = browser.open('b')
    a.watch(1)
    b.watch(1)
    const heard: string[] = []
    a.onMessage(({ name }) => heard.push(`a ${name}`))
    b.onMessage(({ name }) => heard.push(`b ${name}`))
    for (const state of ['open', 'lost', 'open'] as const) browser.live()[0]!.connect(state)
    expect(heard).toEqual(['a resync', 'b resync'])
  })

  test('a late reading does not replace a newer one', () => {
    const browser = createBrowser()
    const a = browser.open('a')
    a.watch(1)
    browser.live()[0]!.emit(latest(1, 10, 900))
    browser.live()[0]!.emit(latest(1, 5, 100))
    expect(a.location(1)).toMatchObject({ ts: 10, values: { 'grid/power': { ts: 10, value: 900 } } })
  })

  test('a page may release its location after the connection was closed at sign-out', () => {
    const browser = createBrowser()
    const a = browser.open('a')
    const letGo = a.watch(1)
    a.close()
    expect(letGo).not.toThrow()
    expect(() => browser.elapse(10_000)).not.toThrow()
  })

  test('nothing is live two seconds after the last heartbeat, in any tab, and again with the next', () => {
    const browser = createBrowser()
    const leader = browser.open('a')
    const follower = browser.open('b')
    leader.watch(1)
    follower.watch(1)
    const [source] = browser.sources
    const states = () => [leader.connection(), follower.connection()]
    source!.connect('open')
    source!.sign()
    expect(states()).toEqual(['open', 'open'])
    browser.elapse(2000)
    expect(states()).toEqual(['silent', 'silent'])
    const heard: string[] = []
    leader.onMessage(({ name }) => heard.push(name))
    source!.sign()
    expect(states()).toEqual(['open', 'open'])
    // The stream has lost nothing: nobody needs to refetch.
    expect(heard).toEqual([])
    leader.noteSilence()
    expect(states()).toEqual(['silent', 'open'])
  })
})
