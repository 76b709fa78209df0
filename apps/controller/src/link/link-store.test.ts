import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLinkStore } from './link-store.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'link-store-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const open = (maxBatches?: number) => openLinkStore(join(directory, 'link.db'), { maxBatches })
const sample = (ts: number, size = 1) => ({ ts, values: { 'grid/power': size } })

describe('openLinkStore', () => {
  it('restores everything after closing, including what was on its way', () => {
    const store = open()
    store.keep([sample(1)], null, store.takeSeq())
    store.keep([sample(2)], null, null)
    store.close()
    const again = open()
    again.markAllWaiting()
    expect(again.takeSeq()).toBe(2)
    const backlog = again.findBacklog()!
    expect(JSON.parse(`[${backlog.samplesText}]`)).toEqual([sample(1), sample(2)])
    again.close()
  })

  it('deletes only on acknowledgement, and nothing sent later', () => {
    const store = open()
    store.keep([sample(1)], null, 5)
    store.keep([sample(2)], null, 6)
    store.keep([sample(3)], null, null)
    store.forgetSent(5)
    expect(store.countBatches()).toBe(2)
    store.forgetSent(6)
    expect(store.countBatches()).toBe(1)
    store.markSent(store.findBacklog()!, 7)
    expect(store.findBacklog()).toBeNull()
    store.forgetSent(6)
    expect(store.countBatches()).toBe(1)
    store.forgetSent(7)
    expect(store.countBatches()).toBe(0)
    store.close()
  })

  it('packs the oldest first, within the size limit, and never two steps into one message', () => {
    const store = open()
    for (let ts = 1; ts <= 5; ts++) store.keep([sample(ts)], null, null)
    store.keep([sample(6)], 300, null)
    const size = JSON.stringify(sample(1)).length
    const small = store.findBacklog(3 * size + 3)!
    expect(small.sampleCount).toBe(3)
    store.markSent(small, 1)
    const rest = store.findBacklog()!
    expect(rest.sampleCount).toBe(2)
    store.markSent(rest, 2)
    expect(store.findBacklog()).toMatchObject({ stepSeconds: 300, sampleCount: 1 })
    store.close()
  })

  it('drops the oldest when it is full', () => {
    const store = open(10)
    for (let ts = 1; ts <= 25; ts++) store.keep([sample(ts)], null, null)
    expect(store.countBatches()).toBe(10)
    expect(store.findBacklog()!.samplesText).toContain('"ts":16')
    store.close()
  })

  it('remembers answers to commands for a day', () => {
    const store = open()
    const answer = { state: 'done' as const, code: null, text: null, result: {} }
    store.rememberAnswer('a', answer, 1000)
    expect(store.findAnswer('a')).toEqual(answer)
    store.rememberAnswer('b', answer, 1000 + 86_400_001)
    expect(store.findAnswer('a')).toBeNull()
    store.close()
  })

  it('rolls back a failing transaction', () => {
    const store = open()
    expect(() =>
      store.transaction(() => {
        store.keep([sample(1)], null, null)
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(store.countBatches()).toBe(0)
    store.close()
  })
})
