import { type CurrencyCode, currencyCodes } from '@ohmstead/domain/pricing/currencies'
import type { SpotPoint } from '@ohmstead/pricing/spot/lay-out-spot-days'
import { type SpotUnit, toSpotPrice } from '@ohmstead/pricing/spot/spot-day'
import { DOMParser, type Element } from '@xmldom/xmldom'
import { withoutMark } from './ask-source.ts'
import { SpotFailure } from './spot-source.ts'

/** Prices of one auction in one currency. */
export interface EntsoeSeries {
  /** 1 is the European auction; others are of earlier, smaller ones. */
  sequence: number
  currency: CurrencyCode
  points: SpotPoint[]
}

const units: Record<string, SpotUnit> = { PT15M: 900, PT30M: 1800, PT60M: 3600, PT1H: 3600 }
const mostPositions = 370 * 96
/** Of all periods of an answer together: a few lines of XML may claim any number of them. */
const mostPoints = 4 * mostPositions
/** Nested ones would take the parser minutes; a real answer has one. */
const mostNamespaces = 20
/** As many as a real answer of the most bytes has; one that is nothing but tags would take the parser seconds. */
const mostTags = 250_000
const dailyContract = 'A01'
/** Of refusals without a code of their own, among them that there are no prices; which one it is, the text says. */
const unspecified = '999'
const noData = /\bno\b.*\bdata\b/i
/** A decimal of XML Schema. */
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)$/
/** An instant says its offset: without one it would be read by the clock of the server. */
const instant = /T.*(Z|[+-]\d{2}:?\d{2})$/

/**
 * Reads a Publication_MarketDocument, whatever the version of its namespace, or the acknowledgement that there are no
 * prices, which is an empty list.
 */
export function parseEntsoe(text: string): EntsoeSeries[] {
  const root = parseXml(text)
  if (root.localName === 'Acknowledgement_MarketDocument') {
    const reasons = childrenOf(root, 'Reason')
    if (reasons.some(saysNoData)) return []
    throw new SpotFailure('spot_unavailable', `refused with ${textOf(reasons[0], 'code') ?? 'no reason'}`)
  }
  if (root.localName !== 'Publication_MarketDocument')
    throw new SpotFailure('spot_malformed', 'the answer is another document')
  let points = 0
  return childrenOf(root, 'TimeSeries')
    .filter(isDayAhead)
    .map((series) => {
      const found = readSeries(series, mostPoints - points)
      points += found.points.length
      return found
    })
}

function parseXml(text: string): Element {
  // Never part of an answer; entities could make a small text a large one.
  if (/<!DOCTYPE/i.test(text)) throw new SpotFailure('spot_malformed', 'the answer declares a document type')
  if (text.split('xmlns', mostNamespaces + 2).length > mostNamespaces + 1)
    throw new SpotFailure('spot_malformed', 'the answer declares too many namespaces')
  if (text.split('<', mostTags + 2).length > mostTags + 1)
    throw new SpotFailure('spot_malformed', 'the answer has too many elements')
  const fail = (level: string) => {
    if (level !== 'warning') throw new SpotFailure('spot_malformed', 'the answer is no complete XML')
  }
  let root: Element | null
  try {
    root = new DOMParser({ onError: fail }).parseFromString(withoutMark(text), 'text/xml').documentElement
  } catch (error) {
    if (error instanceof SpotFailure) throw error
    throw new SpotFailure('spot_malformed', 'the answer is no XML')
  }
  if (root === null) throw new SpotFailure('spot_malformed', 'the answer is empty')
  return root
}

function saysNoData(reason: Element): boolean {
  if (textOf(reason, 'code') !== unspecified) return false
  const text = textOf(reason, 'text')
  return text === null || noData.test(text)
}

/** Intraday auctions come as the same kind of document; where the market is not named, the question has named it. */
function isDayAhead(series: Element): boolean {
  const contract = textOf(series, 'contract_MarketAgreement.type')
  return contract === null || contract === dailyContract
}

function readSeries(series: Element, mostOfIt: number): EntsoeSeries {
  const currency = textOf(series, 'currency_Unit.name') as CurrencyCode
  if (!currencyCodes.includes(currency))
    throw new SpotFailure('spot_malformed', 'prices in an unknown currency')
  if (textOf(series, 'price_Measure_Unit.name') !== 'MWH')
    throw new SpotFailure('spot_malformed', 'prices of something else than a megawatt-hour')
  const curve = textOf(series, 'curveType') ?? 'A01'
  if (curve !== 'A01' && curve !== 'A03') throw new SpotFailure('spot_malformed', 'an unknown type of curve')
  const sequence = Number(textOf(series, 'classificationSequence_AttributeInstanceComponent.position') ?? 1)
  const points: SpotPoint[] = []
  for (const period of childrenOf(series, 'Period')) {
    points.push(...readPeriod(period, curve === 'A03'))
    if (points.length > mostOfIt)
      throw new SpotFailure('spot_malformed', 'the answer has more prices than were asked for')
  }
  return {
    sequence: Number.isSafeInteger(sequence) ? sequence : 1,
    currency,
    points,
  }
}

/** With curve type A03 a position that is left out repeats the one before, to the end of the period. */
function readPeriod(period: Element, repeats: boolean): SpotPoint[] {
  const interval = childrenOf(period, 'timeInterval')[0]
  const startMs = instantOf(interval, 'start')
  const endMs = instantOf(interval, 'end')
  const unitSeconds = units[textOf(period, 'resolution') ?? '']
  const count = (endMs - startMs) / ((unitSeconds ?? Number.NaN) * 1000)
  if (!unitSeconds || !Number.isInteger(count) || count < 1 || count > mostPositions)
    throw new SpotFailure('spot_malformed', 'a period without a proper interval')
  const given = new Map<number, number | null>()
  for (const point of childrenOf(period, 'Point')) {
    const amount = textOf(point, 'price.amount') ?? ''
    given.set(Number(textOf(point, 'position')), decimal.test(amount) ? toSpotPrice(Number(amount)) : null)
  }
  let last: number | null = null
  return Array.from({ length: count }, (_, at) => {
    const own = given.get(at + 1)
    if (own !== undefined || !repeats) last = own ?? null
    return { startMs: startMs + at * unitSeconds * 1000, unitSeconds, price: last }
  })
}

function instantOf(interval: Element | undefined, name: string): number {
  const text = textOf(interval, name) ?? ''
  return instant.test(text) ? Date.parse(text) : Number.NaN
}

function childrenOf(parent: Element, name: string): Element[] {
  const found: Element[] = []
  for (let child = parent.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === child.ELEMENT_NODE && (child as Element).localName === name)
      found.push(child as Element)
  }
  return found
}

const textOf = (parent: Element | undefined, name: string): string | null =>
  (parent && childrenOf(parent, name)[0]?.textContent?.trim()) || null
