import type { ControllerSample } from '@ohmstead/contract/controller-messages'
import { parseP1Body } from '@ohmstead/domain/telemetry/p1-body'
import type { MbusReading } from '@ohmstead/domain/telemetry/p1-mbus'
import { placeTelegrams } from '@ohmstead/domain/telemetry/p1-placing'
import type { P1Telegram } from '@ohmstead/domain/telemetry/p1-telegram'
import { toInstant } from '@ohmstead/domain/telemetry/p1-time'
import type { ForeignMessage, KnownState, Translation } from '../adapter.ts'
import type { DeviceBook } from '../device-book.ts'
import type { createSideMeters, SideMeterKind } from '../side-meters.ts'

interface Kept {
  known: KnownState
  book: DeviceBook
  sideMeters: ReturnType<typeof createSideMeters>
}

/** The P1 telegrams of a message, each at the meter's own time if its clock is plausible. */
export function readTelegrams(
  { known, book, sideMeters }: Kept,
  { text, bytes = toBytes(text), arrivedAt }: ForeignMessage,
): Translation {
  const whole: P1Telegram[] = []
  const reasons: string[] = []
  for (const result of parseP1Body(bytes)) {
    if (!result.ok) reasons.push(result.detail)
    else if (hasReadings(result.telegram)) whole.push(result.telegram)
    else reasons.push('it holds no value that is known')
  }
  const { timeZone, keptMs } = known
  const place = (time: P1Telegram['meterTime']) =>
    time === null || timeZone === null ? null : toInstant(time, timeZone, arrivedAt)
  const meterTimes = whole.map(({ meterTime }) => place(meterTime))
  const oldestTs = arrivedAt - keptMs
  const { times, offsetMs } = placeTelegrams(meterTimes, { arrivedAt, oldestTs })
  const shiftMs = Math.max(
    0,
    ...meterTimes.map((time, index) => Math.abs((time ?? times[index]!) - times[index]!)),
  )
  // Of telegrams with the same time the last one counts, as in the database; the answer reports how many are kept.
  const byTime = new Map<number, ControllerSample['values']>()
  const lateSamples: ControllerSample[] = []
  for (const [index, telegram] of whole.entries()) {
    const ts = times[index]!
    if (hasValues(telegram)) byTime.set(ts, noteGrid(book, telegram))
    const ownTs = meterTimes[index]
    const movedMs = ownTs == null ? 0 : ownTs - ts
    for (const reading of telegram.mbus) {
      const kind = sideKinds[reading.kind]
      if (!kind || reading.value === null || reading.unit === null) continue
      const { id: serial, value, unit } = reading
      const own = place(reading.time)
      const readAt = own === null ? null : own - movedMs
      const sample = sideMeters.note({ kind, serial, value, unit, readAt }, { now: ts, arrivedAt })
      if (sample) lateSamples.push(sample)
    }
  }
  const [reason] = reasons
  const devices = book.takeChanged()
  return {
    ...(byTime.size > 0 && { samples: Array.from(byTime, ([ts, values]) => ({ ts, values })) }),
    ...(lateSamples.length > 0 && { lateSamples }),
    clockOffsetMs: offsetMs,
    isTimed: offsetMs !== null && shiftMs === 0,
    ...(devices && { devices }),
    ...(reason !== undefined && {
      leftOut: [
        { reason: 'malformed', count: reasons.length, detail: `P1 telegram: ${reason}`.slice(0, 200) },
      ],
    }),
  }
}

// Telegrams are ASCII.
const toBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

const sideKinds: Partial<Record<MbusReading['kind'], SideMeterKind>> = {
  gas: 'gas',
  heat: 'heat',
  water: 'water',
}

const hasValues = ({ values }: P1Telegram) => Object.keys(values).length > 0
const hasReadings = (telegram: P1Telegram) =>
  hasValues(telegram) || telegram.mbus.some(({ kind, value }) => sideKinds[kind] && value !== null)

function noteGrid(book: DeviceBook, { values, ident, meterId }: P1Telegram): ControllerSample['values'] {
  book.declare('grid', {
    category: 'GRID',
    name: { kind: 'electricity_meter' },
    ...(ident !== '' && { model: ident }),
    ...(meterId !== null && { serial: meterId }),
  })
  const named: ControllerSample['values'] = {}
  for (const [metric, value] of Object.entries(values)) {
    book.noteMetric('grid', metric)
    named[`grid/${metric}`] = value
  }
  return named
}
