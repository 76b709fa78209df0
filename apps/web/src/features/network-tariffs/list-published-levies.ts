import type { Confidence } from '@ohmstead/domain/rates/confidence'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import type { RateNote } from '@ohmstead/network-fee/rates/rate-note'
import { newSystemStart } from '@ohmstead/network-fee/systems/new-system-rates'

/** A levy or the tax in the days in which one rate holds. */
export interface PublishedLevy {
  name: 'marketOperator' | 'energyEfficiency' | 'excise' | 'support' | 'vat'
  /** Of whom it is asked; null is everybody. */
  who: 'household' | 'small' | 'measured' | 'classIv' | null
  /** EUR per unit, or a share; null if none was found. */
  rate: number | null
  unit: 'kWh' | 'kW' | 'share'
  from: string
  to: string | null
  confidence: Confidence
  acts: string[]
  sources: string[]
  notes: RateNote[]
}

const names: readonly PublishedLevy['name'][] = [
  'support',
  'excise',
  'energyEfficiency',
  'marketOperator',
  'vat',
]
const classesOfGroup0 = [
  ['household', 'household'],
  ['group0Small', 'small'],
  ['group0Measured', 'measured'],
] as const

/** What price lists with published taxes add since the five blocks began: by name, the newest first. */
export function listPublishedLevies(group: 0 | 1 | 2 | 3 | 4): PublishedLevy[] {
  const { energyLevies, supportLevyNew, vat } = publishedRates
  const onEnergy = energyLevies.flatMap(({ levy, eurPerKwh, ...dated }): PublishedLevy[] => [
    { ...dated, name: levy, who: null, rate: eurPerKwh.all, unit: 'kWh' },
    ...(eurPerKwh.classIv === undefined
      ? []
      : [{ ...dated, name: levy, who: 'classIv' as const, rate: eurPerKwh.classIv, unit: 'kWh' as const }]),
  ])
  const onPower = supportLevyNew.flatMap(({ eurPerKw, householdConfidence, ...dated }): PublishedLevy[] =>
    group > 0
      ? [
          {
            ...dated,
            name: 'support',
            who: null,
            rate: eurPerKw[`group${group as 1 | 2 | 3 | 4}`],
            unit: 'kW',
          },
        ]
      : classesOfGroup0.map(([key, who]) => ({
          ...dated,
          ...{ name: 'support', who, rate: eurPerKw[key], unit: 'kW' },
          confidence: who === 'household' ? householdConfidence : dated.confidence,
          // What is said of households is no matter of others.
          notes: who === 'household' ? dated.notes : [],
        })),
  )
  const taxes = vat.map(
    ({ rate, ...dated }): PublishedLevy => ({
      ...dated,
      ...{ name: 'vat', who: null, rate, unit: 'share' },
    }),
  )
  return [...onEnergy, ...onPower, ...taxes]
    .filter(({ to }) => to === null || to >= newSystemStart)
    .sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name) || b.from.localeCompare(a.from))
}
