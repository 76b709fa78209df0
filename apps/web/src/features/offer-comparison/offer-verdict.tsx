import { formatExact, parseExact, subtractExact } from '@ohmstead/domain/money/exact'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import notes from '../../shared/what-if/case-notes.module.css'
import styles from '../../shared/what-if/what-if.module.css'
import { SelectField } from '../../ui/select-field.tsx'
import { findCandidate, findNext, nameOfCandidate, withoutSign } from './describe-comparison.ts'
import ownStyles from './offer-comparison.module.css'
import type { OfferComparison } from './offer-comparison-query.ts'

interface Props {
  answer: OfferComparison
  onToday: (key: string) => void
}

/** The answer in a sentence: which offer, by how much a year, and how sure that is. */
export function OfferVerdict({ answer, onToday }: Props) {
  const t = useT()
  const { todayKey, comparison } = answer
  return (
    <header className={styles.headline}>
      <h1>{useHeadline(answer)}</h1>
      <p className={styles.lead}>{useLead(answer)}</p>
      <OpenQuestions answer={answer} />
      {todayKey === null && comparison.advice.kind === 'cheapest' && (
        <div className={ownStyles.today}>
          <SelectField
            label={t('offer_comparison.choice.today')}
            value=""
            placeholder={t('offer_comparison.choice.today_open')}
            options={answer.candidates.map((one) => ({ value: one.key, label: nameOfCandidate(one) }))}
            onChange={onToday}
          />
        </div>
      )}
    </header>
  )
}

/** What would have to be known of the place before the named offer is taken, and when its prices end. */
function OpenQuestions({ answer }: Pick<Props, 'answer'>) {
  const t = useT()
  const day = useFormatDay()
  const { advice } = answer.comparison
  const named = 'key' in advice ? findCandidate(answer, advice.key) : null
  const caveats = [
    // The saving of a year cannot be had of prices that end before it does.
    ...(named?.validTo
      ? [t('supply_offers.card.valid', { from: day(named.validFrom), to: day(named.validTo) })]
      : []),
    ...(named?.open ?? []).map((question) => t(`supply_offers.open.${question}`)),
  ]
  if (caveats.length === 0) return null
  return (
    <ul className={notes.notes}>
      {caveats.map((caveat) => (
        <li key={caveat}>{caveat}</li>
      ))}
    </ul>
  )
}

function useHeadline(answer: OfferComparison): string {
  const t = useT()
  const text = usePriceText()
  const { comparison } = answer
  const { advice, currency } = comparison
  const of = (key: string) => comparison.offers.find((one) => one.key === key)!
  const named = (key: string) => nameOfCandidate(findCandidate(answer, key))
  switch (advice.kind) {
    case 'none':
      return t(
        answer.caveats.includes('netMetering')
          ? 'offer_comparison.verdict.netted'
          : 'offer_comparison.verdict.none',
      )
    case 'cheapest':
      return t('offer_comparison.verdict.cheapest', {
        offer: named(advice.key),
        cost: text.money(of(advice.key).yearly, currency),
      })
    case 'stay':
      return t('offer_comparison.verdict.stay')
    case 'switch':
      return t(advice.isSure ? 'offer_comparison.verdict.switch' : 'offer_comparison.verdict.switch_unsure', {
        offer: named(advice.key),
        saving: text.money(withoutSign(of(advice.key).yearlyDifference ?? '0'), currency),
      })
  }
}

/** How sure it is, or what stands in the way. */
function useLead(answer: OfferComparison): string {
  const t = useT()
  const text = usePriceText()
  const format = useFormat()
  const { comparison, todayKey } = answer
  const { advice, currency, monthsKnown } = comparison
  const of = (key: string) => comparison.offers.find((one) => one.key === key)!
  const oneMarket =
    !comparison.marketYears.some(({ isComplete }) => isComplete) && t('offer_comparison.lead.one_market_year')
  const few = comparison.hasEnoughMonths ? '' : t('offer_comparison.lead.few_months', { count: monthsKnown })
  switch (advice.kind) {
    case 'none':
      return answer.caveats.includes('netMetering') ? t('offer_comparison.lead.netted') : few
    case 'stay':
      return [t('offer_comparison.lead.stay', { least: text.money('5', currency) }), few].join(' ').trim()
    case 'cheapest': {
      const next = findNext(answer)
      const first = of(advice.key)
      const more = next && formatExact(subtractExact(parseExact(next.yearly!), parseExact(first.yearly!)))
      return [
        few || sureText(first.sureness?.cheapestShare ?? 0),
        next &&
          t('offer_comparison.lead.next', {
            offer: nameOfCandidate(findCandidate(answer, next.key)),
            more: text.money(more!, currency),
          }),
        first.isDynamic && oneMarket,
      ]
        .filter(Boolean)
        .join(' ')
    }
    case 'switch': {
      const { sureness } = of(advice.key)
      const { savingShare, high } = sureness!.difference!
      if (few) return few
      const share = t('offer_comparison.lead.cheaper_in', { share: format.percent(savingShare, 0) })
      if (advice.isSure) return share
      const isMixed =
        of(advice.key).isDynamic !== comparison.offers.find(({ key }) => key === todayKey)?.isDynamic
      const risk =
        Number(high) > 0 &&
        t('offer_comparison.lead.may_cost', { more: text.money(withoutSign(high), currency) })
      const sure =
        advice.sureKey &&
        t('offer_comparison.lead.surer', {
          offer: nameOfCandidate(findCandidate(answer, advice.sureKey)),
          saving: text.money(withoutSign(of(advice.sureKey).yearlyDifference ?? '0'), currency),
        })
      return [share, risk, isMixed && oneMarket, sure].filter(Boolean).join(' ')
    }
  }

  function sureText(share: number): string {
    return t('offer_comparison.lead.cheapest_in', { share: format.percent(share, 0) })
  }
}
