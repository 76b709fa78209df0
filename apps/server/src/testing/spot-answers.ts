import { listMarketDays, marketTimeZone } from '@ohmstead/pricing/spot/market-day'

export interface AnsweredDays {
  fromDay: string
  toDay: string
  /** EUR/MWh at a start; null is not known yet. */
  price(startMs: number): number | null
  licence?: string
}

const unitOf = (day: string) => (day < '2025-10-01' ? 3600 : 900)

/** The units of days as the market has them: hours until September 2025, then quarter-hours. */
function listUnits({ fromDay, toDay, price }: AnsweredDays) {
  return listMarketDays(fromDay, toDay, marketTimeZone).map(({ day, startMs, quarterHours }) => {
    const unitSeconds = unitOf(day)
    const units = Array.from({ length: (quarterHours * 900) / unitSeconds }, (_, at) => {
      const atMs = startMs + at * unitSeconds * 1000
      return { atMs, price: price(atMs) }
    })
    return { startMs, endMs: startMs + quarterHours * 900_000, unitSeconds, units }
  })
}

/** As Energy-Charts answers; what it does not know is absent. */
export function energyChartsAnswer(days: AnsweredDays): string {
  const units = listUnits(days)
    .flatMap((day) => day.units)
    .filter(({ price }) => price !== null)
  return JSON.stringify({
    license_info: days.licence ?? 'CC BY 4.0 from tests',
    unix_seconds: units.map(({ atMs }) => atMs / 1000),
    price: units.map(({ price }) => price),
    unit: 'No Unit',
    deprecated: false,
  })
}

const instant = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`

export interface EntsoeShape {
  curve?: 'A01' | 'A03'
  sequence?: number | null
  currency?: string
  /** Of the market; A01 is the day before, A07 within the day. */
  contract?: string
}

/** A TimeSeries of each day as ENTSO-E sends it; with curve type A03 repeated prices are left out. */
export function entsoeSeries(days: AnsweredDays, shape: EntsoeShape = {}): string {
  const { curve = 'A03', sequence = 1, currency = 'EUR', contract = 'A01' } = shape
  return listUnits(days)
    .map(({ startMs, endMs, unitSeconds, units }) => {
      const points = units.flatMap(({ price }, at) =>
        price === null || (curve === 'A03' && at > 0 && units[at - 1]!.price === price)
          ? []
          : [`<Point><position>${at + 1}</position><price.amount>${price}</price.amount></Point>`],
      )
      return `<TimeSeries><mRID>1</mRID><contract_MarketAgreement.type>${contract}</contract_MarketAgreement.type>${
        sequence === null
          ? ''
          : `<classificationSequence_AttributeInstanceComponent.position>${sequence}</classificationSequence_AttributeInstanceComponent.position>`
      }<currency_Unit.name>${currency}</currency_Unit.name><price_Measure_Unit.name>MWH</price_Measure_Unit.name>
      <curveType>${curve}</curveType><Period><timeInterval><start>${instant(startMs)}</start><end>${instant(endMs)}</end>
      </timeInterval><resolution>PT${unitSeconds / 60}M</resolution>${points.join('')}</Period></TimeSeries>`
    })
    .join('\n')
}

export const entsoeDocument = (series: string, version = '7:3') =>
  `<?xml version="1.0" encoding="utf-8"?>
<Publication_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-3:publicationdocument:${version}">
  <mRID>1</mRID><type>A44</type>${series}</Publication_MarketDocument>`

export const entsoeNoData = (code = '999') => `<?xml version="1.0" encoding="UTF-8"?>
<Acknowledgement_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-1:acknowledgementdocument:7:0">
  <mRID>1</mRID><Reason><code>${code}</code><text>No matching data found</text></Reason>
</Acknowledgement_MarketDocument>`
