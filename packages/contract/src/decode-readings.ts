import { findMetric } from '@ohmstead/domain/telemetry/metrics'
import {
  type ControllerSample,
  type Decoded,
  linkLimits,
  type ReadingsMessage,
  type ReadingValue,
  type Refusal,
  type RefusalReason,
} from './controller-messages.ts'
import { describe, isCleanText, isObject, type JsonObject, readMessage, readSeq } from './read-message.ts'

export const keyPattern = /^[A-Za-z0-9][\w.:-]{0,63}\/[A-Za-z0-9][\w.:-]{0,63}$/

/**
 * Decodes `data` and `history`. `now` (epoch ms) is the arrival: samples without `ts` get it, samples more than
 * 400 days back (older than `oldestTs`, if less is kept) or 5 minutes ahead are dropped and counted. A bad value costs
 * only itself, and its sample only if no other value is left. Never throws.
 */
export function decodeReadings(
  text: string,
  now: number,
  oldestTs: number = now - linkLimits.oldestMs,
): Decoded<ReadingsMessage> {
  const read = readMessage(text)
  if (!read.ok) return read
  const { object } = read
  const seq = readSeq(object)
  const refuse = (reason: RefusalReason, detail: string) => ({
    ok: false as const,
    reason,
    detail,
    seq: seq ?? undefined,
  })
  if (object.seq != null && seq === null)
    return refuse('malformed', `seq is ${describe(object.seq)}, not a whole number`)
  const step = readStep(object.step)
  if (step === false) return refuse('malformed', `step is ${describe(object.step)}, not 1 to 86400 seconds`)
  if (!Array.isArray(object.samples)) return refuse('malformed', 'samples is not a list')
  if (object.samples.length > linkLimits.samplesPerMessage) {
    return refuse(
      'too_many_samples',
      `${object.samples.length} samples, at most ${linkLimits.samplesPerMessage}`,
    )
  }
  const refusals = new Refusals()
  const samples: ControllerSample[] = []
  let newestGivenTs: number | null = null
  for (const item of object.samples as unknown[]) {
    const sample = readSample(item, now, oldestTs, refusals)
    if (sample) samples.push(sample)
    const given = findGivenTs(item, now)
    if (given !== null && (newestGivenTs === null || given > newestGivenTs)) newestGivenTs = given
  }
  const rejectedSamples = object.samples.length - samples.length
  return {
    ok: true,
    message: { seq, step, samples, refused: refusals.list(), rejectedSamples, newestGivenTs },
  }
}

/** What the controller's clock shows, plausible or not. Seconds instead of milliseconds are a separate mistake. */
function findGivenTs(item: unknown, now: number): number | null {
  const ts = isObject(item) ? item.ts : null
  return isTime(ts) && !looksLikeSeconds(ts, now) ? Math.trunc(ts) : null
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 8e15

const looksLikeSeconds = (ts: number, now: number) =>
  ts > 0 && Math.abs(ts * 1000 - now) < linkLimits.oldestMs

const looksLikeMicroseconds = (ts: number, now: number) => Math.abs(ts / 1000 - now) < linkLimits.oldestMs

function readStep(value: unknown): number | null | false {
  if (value === undefined || value === null) return null
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 86_400 ? value : false
}

function readSample(
  item: unknown,
  now: number,
  oldestTs: number,
  refusals: Refusals,
): ControllerSample | null {
  if (!isObject(item) || !isObject(item.values)) {
    refusals.add('malformed', 'a sample is not {"ts":…,"values":{…}}')
    return null
  }
  const ts = readTime(item.ts, now, oldestTs, refusals)
  if (ts === null) return null
  const values = item.values
  let count = 0
  let isClean = true
  for (const key in values) {
    count++
    if (!keyPattern.test(key) || !isReadingValue(key, values[key])) isClean = false
  }
  if (count > linkLimits.valuesPerSample) {
    refusals.add('too_many_values', `${count} values in a sample, at most ${linkLimits.valuesPerSample}`)
    return null
  }
  if (isClean) return { ts, values: values as Record<string, ReadingValue> }
  const clean = cleanValues(values, refusals)
  return Object.keys(clean).length > 0 ? { ts, values: clean } : null
}

function readTime(value: unknown, now: number, oldestTs: number, refusals: Refusals): number | null {
  if (value === undefined || value === null) return now
  if (!isTime(value)) {
    refusals.add('bad_time', `ts is ${describe(value)}, not epoch milliseconds`)
    return null
  }
  const ts = Math.trunc(value)
  if (ts > now + linkLimits.aheadMs) {
    const hint = looksLikeMicroseconds(ts, now) ? '; it looks like microseconds, send milliseconds' : ''
    refusals.add('in_future', `ts ${ts} is ${Math.round((ts - now) / 1000)} s ahead of the server${hint}`)
    return null
  }
  if (ts < oldestTs) {
    const hint = looksLikeSeconds(ts, now) ? '; it looks like seconds, send milliseconds' : ''
    refusals.add(
      'too_old',
      `ts ${ts} is more than ${Math.round((now - oldestTs) / 86_400_000)} days back${hint}`,
    )
    return null
  }
  return ts
}

function isReadingValue(key: string, value: unknown): value is ReadingValue {
  switch (typeof value) {
    case 'number':
      return Math.abs(value) <= linkLimits.largestNumber
    case 'boolean':
      return findMeasured(key) === null
    case 'string':
      return isCleanText(value, linkLimits.textValueLength) && findMeasured(key) === null
    default:
      return value === null
  }
}

/** A canonical measured metric: stored as text it would appear in no chart, and nobody would learn why. */
function findMeasured(key: string) {
  const metric = findMetric(key.slice(key.indexOf('/') + 1))
  return metric === null || metric.kind === 'state' ? null : metric
}

function cleanValues(values: JsonObject, refusals: Refusals): Record<string, ReadingValue> {
  const clean: [string, ReadingValue][] = []
  for (const key of Object.keys(values)) {
    const value = values[key]
    if (!keyPattern.test(key)) refusals.add('bad_key', `${describe(key)} is not <device>/<metric>`)
    else if (!isReadingValue(key, value)) refusals.add('bad_value', describeBadValue(key, value))
    else clean.push([key, value])
  }
  return Object.fromEntries(clean)
}

function describeBadValue(key: string, value: unknown): string {
  const text = `${key} is ${describe(value)}`
  if (typeof value === 'number') return `${text}, beyond ${linkLimits.largestNumber}`
  const metric = findMeasured(key)
  if (metric !== null) {
    const isQuoted = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    return `${text}, not a number${metric.unit && ` of ${metric.unit}`}${isQuoted ? '; send it without quotes' : ''}`
  }
  if (typeof value !== 'string') return text
  return value.length > linkLimits.textValueLength
    ? `${text}, longer than ${linkLimits.textValueLength} characters`
    : `${text}, with characters that cannot be kept`
}

/** Counts by reason; the first case of each is described. */
class Refusals {
  #byReason: Map<RefusalReason, Refusal> | null = null

  add(reason: RefusalReason, detail: string): void {
    this.#byReason ??= new Map()
    const existing = this.#byReason.get(reason)
    if (existing) existing.count++
    else this.#byReason.set(reason, { reason, count: 1, detail })
  }

  list(): Refusal[] {
    return this.#byReason ? [...this.#byReason.values()] : []
  }
}
