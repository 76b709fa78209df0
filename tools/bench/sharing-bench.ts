import process from 'node:process'
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
  const own = months.map((month) => time(() => settleMonth(question, month)))
  const dearest = own.reduce((most, one) => (one.seconds > most.seconds ? one : most))
  const year = {
    seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
    processor: own.reduce((sum, { processor }) => sum + processor, 0),
  }
  const best = time(() => findBestKey(question, { from: '2025-01', to: '2025-12' }))
  const simulated = time(() => simulateSharing(question, { from: '2025-01', to: '2025-12' }))
  return [
    figure(
      `statements of a month, ${members} members sharing by use at the middle price, dearest of 12`,
      dearest,
      2,
    ),
    figure('the same, a year', year, 30),
    figure('a past year simulated under the best static key, by use and optimal', simulated, 60),
    figure('of it finding the best static key, with what none can exceed', best, 15),
  ]
}

interface Timing {
  seconds: number
  processor: number
}

function time(work: () => unknown): Timing {
  const [start, before] = [performance.now(), process.cpuUsage()]
  work()
  const { user, system } = process.cpuUsage(before)
  return { seconds: (performance.now() - start) / 1000, processor: (user + system) / 1e6 }
}

const figure = (name: string, { seconds, processor }: Timing, limit: number): Figure => ({
  ...{ figure: name, value: seconds, unit: 's', limit: `≤ ${limit}` },
  peer: `${processor.toFixed(1)} s of processor time`,
  holds: seconds <= limit,
})
