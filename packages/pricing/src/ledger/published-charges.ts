import { multiplyExact } from '@ohmstead/domain/money/exact'
import { leastSure } from '@ohmstead/network-fee/systems/fee-line'
import type { SystemMonth } from '@ohmstead/network-fee/systems/system-month'
import type { MissingPrice } from '../price-component.ts'
import { usesPublished } from '../world-lookup.ts'
import { type ChargeFrame, missCharge, withExchange } from './charge-frame.ts'
import { type Charge, lineKind } from './ledger-model.ts'
import { unitPriceOf } from './line-growth.ts'

/** The lines of packages/network-fee that a list rests on, in the bill's currency. */
export function publishedCharges(frame: ChargeFrame): Charge[] {
  const { state, terms } = frame
  const { network, taxes } = terms.list.terms
  if (!usesPublished(terms.list.terms)) return []
  const { published } = state
  if (published === null) return [missCharge(whyUnpublished(state.lookup.world))]
  const { fee, leviesMissing, isCommunityUnknown } = published
  const wanted = published.lines.map(({ part }) =>
    part === 'levies' ? taxes.published : network.kind === 'published',
  )
  return [
    ...(network.kind === 'published' ? missingOf(fee).map(missCharge) : []),
    ...(network.kind === 'published' && isCommunityUnknown
      ? [missCharge({ kind: 'noTariff', networkTariffId: null })]
      : []),
    ...(taxes.published && leviesMissing ? [missCharge(leviesMissing)] : []),
    withExchange(frame, 'EUR', (rate) => {
      const lines = published.lines.map(({ line, part, isShared }) =>
        lineKind({
          owner: '',
          part,
          name: isShared ? line.category.replace('block', 'sharedBlock') : line.category,
          unit: line.factors.some(({ unit }) => unit === 'kW') ? 'kW' : 'kWh',
          unitPrice: multiplyExact(unitPriceOf(line), rate),
          source: { kind: 'published', rateId: line.factors.at(-1)!.rateId ?? '' },
          confidence: leastSure([line]),
          vat: terms.vat,
        }),
      )
      return (_, { post }) => {
        state.publishedGrowth.forEach(({ quantity, money }, place) => {
          if (wanted[place]) post(lines[place]!, quantity, multiplyExact(money, rate))
        })
      }
    }),
  ]
}

function whyUnpublished({ countryCode, point }: { countryCode: string; point: unknown }): MissingPrice {
  if (countryCode !== 'SI') return { kind: 'noTariff', networkTariffId: null }
  return point === null ? { kind: 'noMeteringPoint' } : { kind: 'noReadings' }
}

/** What the network's part lacks. Readings that are missing are told by the quality of the month, not here. */
function missingOf({ missing }: SystemMonth): MissingPrice[] {
  return missing.flatMap((reason): MissingPrice[] => {
    if (reason.kind === 'noTariff')
      return ofLevies.has(reason.rate) ? [] : [{ kind: 'noTariff', networkTariffId: null }]
    return reason.kind === 'agreedPowerUnknown' ? [{ kind: 'noAgreedPower' }] : []
  })
}

const ofLevies: ReadonlySet<string> = new Set(['energyLevies', 'supportLevyNew'])
