import { buildPortalInfo, findConsumptionPoint, type PortalInfo } from './build-portal-info.ts'
import { exportType, importType, parseQuarterHours, type QuarterHours } from './parse-quarter-hours.ts'
import { parseAnswer, placeAnswer, pointAnswer, readingsAnswer } from './portal-answers.ts'
import type { PortalClient } from './portal-client.ts'
import { PortalError } from './portal-error.ts'
import { type QualityCatalogue, qualityCatalogueAnswer } from './reading-quality.ts'

/** Days that one call for readings may span; the portal's own limit is slightly higher. */
export const windowDays = 30

interface Asking {
  client: PortalClient
  token: string
  tries?: number
  signal?: AbortSignal
}

export interface PortalPlace {
  eimm: string
  /** Of the metering place; readings are requested by it or by the EIMM, never by that of the point. */
  gsrn: string | null
  pointGsrn: string | null
  title: string | null
  info: PortalInfo
  /** The raw answers. */
  raw: string
}

/** A metering place and its consumption point. */
export async function getPlace(asking: Asking, eimm: string): Promise<PortalPlace> {
  const { client, ...request } = asking
  const placeText = await client.get({ ...request, path: `/merilno-mesto/${encodeURIComponent(eimm)}` })
  const place = parseAnswer(placeAnswer, placeText)
  const pointGsrn = findConsumptionPoint(place)
  if (pointGsrn === null && place.identifikator == null) throw new PortalError('portal_unknown_point')
  const pointText =
    pointGsrn && (await client.get({ ...request, path: `/merilna-tocka/${encodeURIComponent(pointGsrn)}` }))
  return {
    eimm: place.identifikator?.enotniIdentifikatorMerilnegaMesta ?? eimm,
    gsrn: place.identifikator?.gsrn ?? null,
    pointGsrn,
    title: titleOf(place),
    info: buildPortalInfo(place, pointText ? parseAnswer(pointAnswer, pointText) : null),
    raw: JSON.stringify({ merilnoMesto: placeText, merilnaTocka: pointText }),
  }
}

function titleOf({ naziv, naslov }: { naziv?: unknown; naslov?: unknown }): string | null {
  const parts = [naziv, naslov].filter(
    (part): part is string => typeof part === 'string' && part.trim() !== '',
  )
  return [...new Set(parts.map((part) => part.trim()))].join(', ').slice(0, 200) || null
}

/** Readings of local days from `fromDay` to before `toDay`, at most 30. Both directions come in one answer. */
export async function getQuarterHours(
  asking: Asking,
  usagePoint: string,
  range: { fromDay: string; toDay: string },
  catalogue: QualityCatalogue,
): Promise<{ readings: QuarterHours; raw: string }> {
  const { client, ...request } = asking
  const raw = await client.get({
    ...request,
    path: '/meter-readings',
    query: [
      ['usagePoint', usagePoint],
      ['startTime', range.fromDay],
      ['endTime', range.toDay],
      ['option', `ReadingType=${importType}`],
      ['option', `ReadingType=${exportType}`],
    ],
  })
  return { readings: parseQuarterHours(parseAnswer(readingsAnswer, raw), catalogue), raw }
}

/** The meaning of the portal's quality codes. Readings can be read without it, so its failure is ignored. */
export async function getQualityCatalogue(asking: Asking): Promise<QualityCatalogue> {
  const { client, ...request } = asking
  try {
    return parseAnswer(
      qualityCatalogueAnswer,
      await client.get({ ...request, path: '/reading-qualities', tries: 1 }),
    )
  } catch (error) {
    if (error instanceof PortalError && error.code !== 'portal_token_rejected') return new Map()
    throw error
  }
}

/** Whether the portal accepts a token: requests the smallest thing that needs one. */
export async function checkToken(asking: Asking): Promise<void> {
  const { client, ...request } = asking
  await client.get({ ...request, path: '/reading-type' })
}
