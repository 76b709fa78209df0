import type { EventMessage } from '@ohmstead/contract/controller-messages'
import type { KnownState, Translation } from '../adapter.ts'
import type { ChargingRecord } from '../charging-record.ts'
import { createDeviceBook } from '../device-book.ts'

export const deviceOf = (place: number) => `ev${place}`
export function placeOf(device: unknown): number | null {
  const match = typeof device === 'string' ? /^ev([1-9]\d?)$/.exec(device) : null
  return match ? Number(match[1]) : null
}

/** What the messages of a station come to, collected until it is taken. */
export function createStationOutput(known: KnownState) {
  const book = createDeviceBook(known)
  let collected: Translation = {}
  let now = 0
  return {
    book,
    setNow(arrivedAt: number): void {
      now = arrivedAt
    },
    /** `null` values are no valid ones. */
    addSample(place: number, ts: number, values: Record<string, number | null>): void {
      const entries = Object.entries(values)
      if (entries.length === 0) return
      const device = deviceOf(place)
      for (const [metric] of entries) book.noteMetric(device, metric)
      const named = Object.fromEntries(entries.map(([metric, value]) => [`${device}/${metric}`, value]))
      // The clock of the station is judged by its own times only.
      if (ts !== now) collected.isTimed = true
      collected.samples = [...(collected.samples ?? []), { ts, values: named }]
    },
    addEvent(event: Omit<EventMessage, 'id'>): void {
      collected.events = [...(collected.events ?? []), event]
    },
    addCharging(record: ChargingRecord): void {
      collected.charging = [...(collected.charging ?? []), record]
    },
    leaveOut(detail: string, reason: 'implausible' | 'malformed' | 'bad_value' = 'implausible'): void {
      collected.leftOut = [...(collected.leftOut ?? []), { reason, detail }]
    },
    setInfo(info: NonNullable<Translation['info']>): void {
      collected.info = info
    },
    reply(
      id: string,
      state: 'done' | 'failed' | 'rejected' | 'expired',
      code: string | null,
      text: string | null,
    ): void {
      collected.replies = [...(collected.replies ?? []), { id, state, code, text }]
    },
    take(): Translation {
      const taken = collected
      collected = {}
      const devices = book.takeChanged()
      return { ...taken, ...(devices && { devices }) }
    },
  }
}
export type StationOutput = ReturnType<typeof createStationOutput>
