import type { AckMessage } from '@ohmstead/contract/controller-messages'
import type { Outcome } from './outcome.ts'

const reportRejectedEveryMs = 3_600_000

interface Pending {
  outcome: Outcome | null
}

interface Due {
  seq: number
  rejectedSamples: number
  at: number
}

/**
 * Turns outcomes into `ack` messages. `ack` covers everything up to its `seq`, so a message that overtook an earlier
 * one of its controller (live before history) is acknowledged only when the earlier one is settled too.
 */
export function createAcknowledgements(
  clock: { now(): number },
  send: (serial: string, ack: AckMessage) => void,
) {
  const pending = new Map<string, Pending[]>()
  const rejected = new Map<string, { count: number; reportedAt: number }>()
  /** Stored in this turn of the event loop, as a batch is: one `ack` says it of all. */
  let due = new Map<string, Due>()

  function acknowledge(serial: string, { seq, rejectedSamples, at }: Due): void {
    const entry = rejected.get(serial) ?? { count: 0, reportedAt: Number.NEGATIVE_INFINITY }
    entry.count += rejectedSamples
    const isDue = entry.count > 0 && at - entry.reportedAt >= reportRejectedEveryMs
    send(serial, isDue ? { v: 1, seq, rejected: entry.count } : { v: 1, seq })
    if (isDue) Object.assign(entry, { count: 0, reportedAt: at })
    if (entry.count > 0 || isDue) rejected.set(serial, entry)
  }

  function acknowledgeDue(): void {
    const all = due
    due = new Map()
    for (const [serial, last] of all) acknowledge(serial, last)
  }

  return {
    /** Call when a message arrives; call the returned function when its outcome is known. */
    expect(serial: string): (outcome: Outcome) => void {
      const list = pending.get(serial) ?? []
      const own: Pending = { outcome: null }
      list.push(own)
      pending.set(serial, list)
      return (outcome) => {
        own.outcome = outcome
        let seq = -1
        let rejectedSamples = 0
        while (list.length > 0 && list[0]!.outcome) {
          const settled = list.shift()!.outcome!
          if (settled.state === 'abandoned') continue
          if (settled.seq !== null) seq = Math.max(seq, settled.seq)
          rejectedSamples += settled.rejectedSamples
        }
        if (list.length === 0) pending.delete(serial)
        if (seq < 0) return
        if (due.size === 0) setImmediate(acknowledgeDue)
        const before = due.get(serial)
        due.set(serial, {
          seq: Math.max(seq, before?.seq ?? -1),
          rejectedSamples: rejectedSamples + (before?.rejectedSamples ?? 0),
          at: clock.now(),
        })
      }
    },
  }
}
