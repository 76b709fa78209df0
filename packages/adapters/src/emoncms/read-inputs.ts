import { linkLimits } from '@ohmstead/contract/controller-messages'
import type { NamedValue } from '../named-session.ts'
import { isObject, readFinite, readJsonObject, readName, readNumberText } from '../read-value.ts'

/** The inputs of one node at one time. */
export interface Inputs {
  /** Epoch ms; null for the time of arrival. */
  time: number | null
  found: NamedValue[]
}

type Fields = Partial<Record<string, unknown>>

/** `input/post`: json without quotes around its names, fulljson, or values by their position. */
export function readPost(text: string, arrivedAt: number): Inputs[] | null {
  const fields: Fields | null = readJsonObject(text)
  if (!fields) return null
  const node = readName(fields.node, 60) ?? '0'
  const given = textOf(fields.fulljson) ?? textOf(fields.json) ?? textOf(fields.data)
  const object = given === null ? null : (readJsonObject(given) ?? readLooseJson(given))
  const csv = textOf(fields.csv) ?? (object === null ? given : null)
  const pairs: [string, unknown][] = object
    ? Object.entries(object)
    : (csv ?? '').split(',').map((value, index) => [String(index + 1), value])
  const { time: inside, ...others } = Object.fromEntries(pairs)
  const found = nameAll(node, Object.entries(object ? others : Object.fromEntries(pairs)))
  return found.length === 0
    ? []
    : [{ time: readTime(fields.time ?? (object ? inside : undefined), arrivedAt), found }]
}

/** `input/bulk`: [[seconds, node, value, value, …], …]; the seconds count from what `sentat`, `offset` or `time` say. */
export function readBulk(text: string, arrivedAt: number): Inputs[] | null {
  const fields: Fields | null = readJsonObject(text)
  const items = fields && parseList(textOf(fields.data))
  if (!fields || !items || items.length === 0) return null
  const last = items.at(-1)
  const newest = Array.isArray(last) ? secondsOf(last[0]) : null
  const [sentAt, offset, time] = [fields.sentat, fields.offset, fields.time].map(secondsOf)
  const back = sentAt ?? offset ?? null
  const now = Math.floor(arrivedAt / 1000)
  const start = back !== null ? now - back : (time ?? (newest === null ? null : now - newest))
  if (start === null) return null
  return items.flatMap((item): Inputs[] => {
    if (!Array.isArray(item) || item.length < 3) return []
    const [seconds, node] = [secondsOf(item[0]), readName(String(item[1]).slice(0, 60), 60)]
    if (seconds === null || node === null) return []
    const pairs = (item.slice(2) as unknown[]).flatMap((value, index): [string, unknown][] =>
      isObject(value) ? Object.entries(value) : [[String(index + 1), value]],
    )
    const found = nameAll(node, pairs)
    return found.length === 0 ? [] : [{ time: Math.round((start + seconds) * 1000), found }]
  })
}

function nameAll(node: string, pairs: readonly [string, unknown][]): NamedValue[] {
  return pairs.slice(0, linkLimits.valuesPerSample).flatMap(([name, value]) => {
    const clean = readName(name, 60)
    const number = typeof value === 'string' ? readNumberText(value) : readFinite(value)
    return clean === null || (number === null && value !== null)
      ? []
      : [{ name: `${node}/${clean}`, text: number === null ? null : String(number) }]
  })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

function secondsOf(value: unknown): number | null {
  const number = typeof value === 'string' ? readNumberText(value) : readFinite(value)
  return number === null || Math.abs(number) > 1e10 ? null : Math.trunc(number)
}

/** Unix seconds, or a text with a zone. */
function readTime(value: unknown, arrivedAt: number): number | null {
  const seconds = secondsOf(value)
  if (seconds !== null) return seconds > 0 ? seconds * 1000 : null
  const parsed =
    typeof value === 'string' && value.length < 40 && /(Z|[+-]\d\d:?\d\d)$/.test(value)
      ? Date.parse(value)
      : Number.NaN
  return Number.isNaN(parsed) || parsed > arrivedAt * 2 ? null : parsed
}

function parseList(text: string | null): unknown[] | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.slice(0, linkLimits.samplesPerMessage) : null
  } catch {
    return null
  }
}

/** `{power1:100,power2:200}`, as many senders write it. */
function readLooseJson(text: string): Record<string, string> | null {
  const inside = /^\s*\{(.*)\}\s*$/s.exec(text)?.[1]
  if (inside === undefined) return null
  const pairs = inside.split(',').map((part) => {
    const colon = part.indexOf(':')
    return [part.slice(0, colon).replace(/["']/g, '').trim(), part.slice(colon + 1).trim()] as const
  })
  return Object.fromEntries(pairs.filter(([name]) => name !== ''))
}
