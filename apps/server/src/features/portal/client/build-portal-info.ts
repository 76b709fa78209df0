import type { ConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import type { AgreedPowersAnswer, PlaceAnswer, PointAnswer } from './portal-answers.ts'
import { addDays, dayOfStamp } from './portal-dates.ts'

/** The portal's data of a point: missing values are null. */
export type PortalInfo = Omit<
  ConsumerInfo,
  'hash' | 'manual' | 'assumed' | 'tariffsCount' | 'consumerType'
> & {
  tariffsCount: 1 | 2 | null
  consumerType: ConsumerInfo['consumerType'] | null
}

/** The consumption point among those of a metering place: agreed powers belong to it. MTP and OMTE are production points. */
export function findConsumptionPoint(place: PlaceAnswer): string | null {
  return place.merilneTocke.find(({ vrsta }) => vrsta === 'OMTO')?.gsrn ?? null
}

export function buildPortalInfo(place: PlaceAnswer, point: PointAnswer | null): PortalInfo {
  const contract = place.pogodbeniPodatki
  const voltage = contract?.oznakaNapetostnegaNivoja ?? null
  const userGroup = groupOf(point?.uporabniskaSkupina ?? null)
  const consumptionType = point?.nazivVrstaOdjema ?? null
  const tariffs = point?.steviloTarifMerjenja ?? null
  return {
    billingPower: positive(point?.obracunskaMoc),
    connectionPower: positive(contract?.prikljucnaMoc),
    consumerType: consumerTypeOf(consumptionType, voltage),
    consumptionType,
    userGroup,
    userGroupText: point?.uporabniskaSkupina ?? null,
    currentLimit: positive(contract?.jakostOmejevalcaToka),
    isThreePhase: contract?.steviloFaz == null ? null : contract.steviloFaz === 3,
    powerLimits: point?.dogovorjeneMoci ? buildPowerLimits(point.dogovorjeneMoci) : null,
    productionPower:
      point?.instaliranaMocProizvodnje ??
      contract?.instaliranaMocProizvodnje ??
      place.tehnicniPodatki?.instaliranaMocProizvodnje ??
      null,
    tariffsCount: tariffs === 1 || tariffs === 2 ? tariffs : null,
    voltageClassification: voltage,
    // The portal writes zero for an empty field.
    yearlyWorkHours: positive(point?.letneObratovalneUre),
    netMetering: netMeteringOf(point?.obracunskaVezalnaShema ?? null),
  }
}

const positive = (value: number | null | undefined) => (value != null && value > 0 ? value : null)

function groupOf(text: string | null): PortalInfo['userGroup'] {
  const digit = /^\s*([0-4])(\D|$)/.exec(text ?? '')?.[1]
  return digit === undefined ? null : (Number(digit) as 0 | 1 | 2 | 3 | 4)
}

/** Households by name; industry by the kind of consumption or the voltage. */
function consumerTypeOf(text: string | null, voltage: string | null): PortalInfo['consumerType'] {
  // Low voltage alone does not distinguish a household from a shop.
  if (text === null && voltage !== 'SN' && voltage !== 'VN') return null
  if (/gospodinj/i.test(text ?? '') && !/ne\s*gospodinj|negospodinj/i.test(text ?? '')) return 'RESIDENTIAL'
  if (/industr|\b[SV]N\b/i.test(text ?? '') || voltage === 'SN' || voltage === 'VN') return 'INDUSTRIAL'
  return 'OTHER'
}

/** A scheme of ordinary consumption rules out net metering; self-supply may be the old kind or the new, so unknown. */
function netMeteringOf(scheme: string | null): boolean | null {
  return /navadni odjem/i.test(scheme ?? '') ? false : null
}

/** The register of agreed powers by calendar day, oldest first. An end that equals another entry's start is exclusive. */
function buildPowerLimits(entries: readonly AgreedPowersAnswer[]): NonNullable<ConsumerInfo['powerLimits']> {
  const limits = entries.flatMap((entry) => {
    const dateFrom = entry.datumOd && dayOfStamp(entry.datumOd)
    const dateTo = entry.datumDo ? dayOfStamp(entry.datumDo) : '9999-12-31'
    if (!dateFrom || !dateTo) return []
    return [
      {
        block1: entry.casovniBlok1 ?? 0,
        block2: entry.casovniBlok2 ?? 0,
        block3: entry.casovniBlok3 ?? 0,
        block4: entry.casovniBlok4 ?? 0,
        block5: entry.casovniBlok5 ?? 0,
        connectionPower: positive(entry.prikljucnaMoc),
        dateFrom,
        dateTo,
        isValid: entry.veljavnost !== false,
        limitSetBy: entry.nacinDolocitve === 'UPORABNIK' ? ('user' as const) : ('operator' as const),
        minimumPower: positive(entry.minimalnaMoc),
        enteredOn: entry.datumVnosa && dayOfStamp(entry.datumVnosa),
      },
    ]
  })
  const beginnings = new Set(limits.map(({ dateFrom }) => dateFrom))
  return limits
    .map((limit) =>
      beginnings.has(limit.dateTo) && limit.dateTo > limit.dateFrom
        ? { ...limit, dateTo: addDays(limit.dateTo, -1) }
        : limit,
    )
    .sort(
      (a, b) => a.dateFrom.localeCompare(b.dateFrom) || (a.enteredOn ?? '').localeCompare(b.enteredOn ?? ''),
    )
}
