import type { Outgoing } from '../adapter.ts'
import { type Payload, writeCall } from './ocpp-frame.ts'

/** How a call of ours ended. */
export type CallEnd =
  | { kind: 'result'; payload: Payload }
  | { kind: 'error'; code: string; text: string }
  /** The station did not answer in time, or it was too late to ask. */
  | { kind: 'silence' }

export interface Call {
  id: string
  action: string
  payload: Payload
  /** Not sent after this (epoch ms). */
  expiresAt: number
  end(end: CallEnd): void
}

const patienceMs = 30_000
const mostWaiting = 50

/** Calls of ours to a station, one after the other: the next one only when the one before was answered, or too late. */
export function createCallQueue() {
  const waiting: Call[] = []
  let asked: { call: Call; at: number } | null = null

  return {
    /** False if too many wait already. */
    add(call: Call): boolean {
      if (waiting.length >= mostWaiting) return false
      waiting.push(call)
      return true
    },
    /** The answer to a call; ignored if it is none that is awaited. */
    end(id: string, end: CallEnd): void {
      if (asked?.call.id !== id) return
      const { call } = asked
      asked = null
      call.end(end)
    },
    /** What may be sent now. Time passes only by messages, of which a living station sends one a minute. */
    take(now: number): Outgoing[] {
      if (asked && now - asked.at >= patienceMs) {
        const { call } = asked
        asked = null
        call.end({ kind: 'silence' })
      }
      while (asked === null) {
        const call = waiting.shift()
        if (!call) return []
        if (call.expiresAt < now) {
          call.end({ kind: 'silence' })
          continue
        }
        asked = { call, at: now }
        return [{ path: '', text: writeCall(call.id, call.action, call.payload) }]
      }
      return []
    },
  }
}
export type CallQueue = ReturnType<typeof createCallQueue>
