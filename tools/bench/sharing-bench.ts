import { findBestKey } from '@ohmstead/sharing/best-key'
import { settleMonth } from '@ohmstead/sharing/settle-month'
import type { SharingQuestion } from '@ohmstead/sharing/sharing-model'
import { simulateSharing } from '@ohmstead/sharing/simulate-sharing'
import { makeGroup } from '@ohmstead/sharing/testing/any-group'
import type { Figure } from './figure.ts'

// 200 members with fixed and market prices, network fee, levies and VAT; half of them feed in. A year of quarter-hours.

const members = 200
const months = Array.from({ length: 12 }, (_, place) => `2025-${String(place + 1).padStart(2, '0')}`)

export async function measureSharing(): Promise<Figure[]> {
  const shape = { seed: 12, members, month: '2025-01', months: 12, gaps: 0.0001, isMoving: false }
  const made = makeGroup({ ...shape, scheme: 'sharing', price: { kind: 'middle' } })
  const question: SharingQuestion = { ...made, keys: [{ validFrom: '2020-01-01', key: { kind: 'byUse' } }] }
  settleMonth(question, '2025-02')
  const own = months.map((month) => secondsOf(() => settleMonth(question, month)))
  const dearest = Math.max(...own)
  const year = own.reduce((sum, seconds) => sum + seconds, 0)
  const few = { ...question, members: question.members.slice(0, 20) }
  const fewSeconds = secondsOf(() => settleMonth(few, '2025-06'))
  const best = secondsOf(() => findBestKey(question, { from: '2025-01', to: '2025-12' }))
  const simulated = secondsOf(() => simulateSharing(question, { from: '2025-01', to: '2025-12' }))
  const peer = `20 members: ${(fewSeconds * 1000).toFixed(0)} ms`
  return [
    figure(
      `statements of a month, ${members} members sharing by use at the middle price, dearest of 12`,
      dearest,
      2,
      peer,
    ),
    figure('the same, a year', year, 30, `${((year / 12 / members) * 1000).toFixed(1)} ms a statement`),
    figure(
      'a past year simulated under the best static key, by use and optimal',
      simulated,
      60,
      `of it finding the best static key with its bound: ${best.toFixed(1)} s`,
    ),
  ]
}

function secondsOf(work: () => unknown): number {
  const start = performance.now()
  work()
  return (performance.now() - start) / 1000
}

const figure = (name: string, value: number, limit: number, peer: string): Figure => ({
  ...{ figure: name, value, unit: 's', limit: `≤ ${limit}`, peer },
  holds: value <= limit,
})
