import type { selectionNames } from './portal-selection-names.ts'

/** The subject of every page of the portal; it is in the address, so that a link shows the other person the same. */
export interface PortalSelection {
  /** Null means the first metering point. */
  deviceId: number | null
  /** Inclusive days 'YYYY-MM-DD' in Europe/Ljubljana. */
  from: string
  to: string
  /** Prices of energy without VAT, EUR/kWh. */
  vt: number | null
  mt: number | null
  et: number | null
}

/** The maximum length of a range in days. */
export const largestRangeDays = 730

export const portalTimeZone = 'Europe/Ljubljana'

export type RangeProblem = 'required' | 'order' | 'tooLong' | 'future'

/** What is wrong with a range; null if it is valid. */
export function findRangeProblem(from: string, to: string, today: string): RangeProblem | null {
  if (!isDay(from) || !isDay(to)) return 'required'
  if (to > today || from > today) return 'future'
  if (from > to) return 'order'
  return Temporal.PlainDate.from(from).until(to).days > largestRangeDays ? 'tooLong' : null
}

/** The last twelve whole months: power is billed by the month, and each season counts once. */
export function defaultRange(today: string): { from: string; to: string } {
  const thisMonth = Temporal.PlainDate.from(today).with({ day: 1 })
  return {
    from: thisMonth.subtract({ years: 1 }).toString(),
    to: thisMonth.subtract({ days: 1 }).toString(),
  }
}

/** From one year ago to today, including incomplete months. */
export function yearToToday(today: string): { from: string; to: string } {
  return { from: Temporal.PlainDate.from(today).subtract({ years: 1 }).toString(), to: today }
}

type Search = Readonly<Record<string, unknown>>

/** The selection of an address; missing parts come from the last selection, an invalid range is the default. */
export function readSelection(search: Search, kept: Search, today: string): PortalSelection {
  const read = <T>(name: string, parse: (value: unknown) => T | null) =>
    parse(search[name]) ?? parse(kept[name])
  const days = defaultRange(today)
  const from = read('from', parseDayText) ?? days.from
  const to = read('to', parseDayText) ?? days.to
  const range = findRangeProblem(from, to, today) === null ? { from, to } : days
  return {
    deviceId: read('device', parseId),
    ...range,
    vt: read('vt', parsePrice),
    mt: read('mt', parsePrice),
    et: read('et', parsePrice),
  }
}

/** Parses back to the same selection; the default range is omitted, so that it moves on with the days. */
export function formatSelection(
  selection: PortalSelection,
  today: string,
): Partial<Record<(typeof selectionNames)[number], string | number>> {
  const { from, to } = defaultRange(today)
  const isDefault = selection.from === from && selection.to === to
  return {
    device: selection.deviceId ?? undefined,
    from: isDefault ? undefined : selection.from,
    to: isDefault ? undefined : selection.to,
    vt: selection.vt ?? undefined,
    mt: selection.mt ?? undefined,
    et: selection.et ?? undefined,
  }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  try {
    Temporal.PlainDate.from(text, { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}

const parseDayText = (value: unknown) => (typeof value === 'string' && isDay(value) ? value : null)

function parseId(value: unknown): number | null {
  const id = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}

/** EUR/kWh; more is a misplaced comma, and the server refuses it. */
const highestPrice = 1000

/** Only a non-negative number of plausible size is a price. */
export function parsePrice(value: unknown): number | null {
  const price = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof price === 'number' && price >= 0 && price <= highestPrice ? price : null
}
