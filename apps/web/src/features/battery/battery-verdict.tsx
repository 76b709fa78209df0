import { roundDigits } from '@ohmstead/domain/money/round-digits'
import type { Days } from '@ohmstead/domain/portal/so-far'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { PricedDaysChoice } from '../../shared/portal/priced-days-choice.tsx'
import { SoFarLead } from '../../shared/portal/so-far.tsx'
import { useEuro } from '../../shared/use-euro.ts'
import { Facts } from '../../shared/what-if/facts.tsx'
import { formatYears, judgePayback } from '../../shared/what-if/judge-payback.ts'
import styles from '../../shared/what-if/what-if.module.css'
import { Button } from '../../ui/button.tsx'
import { type AssessedSize, isPriced } from './assess-batteries.ts'
import type { BatteryAssumptions } from './battery-assumptions.ts'
import type { SweepAnswer } from './sweep-battery.ts'

interface BatteryVerdictProps {
  answer: SweepAnswer
  soFar: Days | null
  size: AssessedSize
  isBest: boolean
  assumed: Pick<BatteryAssumptions, 'lifetimeYears' | 'subsidyEur'>
  onBest: () => void
}

/** The answer in a sentence, then what the battery does and what the agreed power alone does. */
export function BatteryVerdict(props: BatteryVerdictProps) {
  return isPriced(props.answer) ? <PricedVerdict {...props} /> : <UnpricedVerdict />
}

/** Without the network fee most of a battery's saving is missing: calling it worthless would be a guess. */
function UnpricedVerdict() {
  const t = useT()
  return (
    <header className={styles.headline}>
      <h1>{t('battery.verdict.unpriced')}</h1>
      <p className={styles.lead}>{t('calculations.verdict.unavailable_advice.noTariff')}</p>
      <PricedDaysChoice />
    </header>
  )
}

function PricedVerdict({ answer, soFar, size, isBest, assumed, onBest }: BatteryVerdictProps) {
  const t = useT()
  const format = useFormat()
  const euro = useEuro()
  const payback = judgePayback(size)
  const capacity = format.number(size.capacityKwh, size.capacityKwh % 1 === 0 ? 0 : 1)
  const years = {
    years: formatYears(size, format),
    early: format.number(size.high.paybackYears),
    life: format.number(assumed.lifetimeYears),
  }
  const { advice } = answer
  const isKnown = advice !== null && advice.kind !== 'inUseUnknown'
  const powerSaving = isKnown ? (advice.savingEur ?? 0) : null
  const powers = advice?.powersKw?.map((kw) => format.number(kw, 1)).join(' / ')
  return (
    <header className={styles.headline}>
      <h1>
        <SoFarLead days={soFar} />
        {t(`battery.verdict.${judgeSaving(size)}`, {
          size: capacity,
          low: euro(size.saving.low, 0),
          high: euro(size.saving.high, 0),
        })}{' '}
        {t(`battery.verdict.${payback}`, years)}
      </h1>
      <p className={styles.lead}>
        {t(assumed.subsidyEur > 0 ? 'battery.verdict.price' : 'battery.verdict.price_whole', {
          price: euro(size.priceEur, 0),
        })}{' '}
        {isBest ? t(`battery.verdict.${judgeBest(size)}`) : t('battery.verdict.chosen')}
        {!isBest && (
          <Button size="small" variant="quiet" onClick={onBest}>
            {t('battery.verdict.show_best')}
          </Button>
        )}
      </p>
      <Facts
        facts={[
          {
            key: 'battery',
            label: t('battery.fact.saving'),
            value: t('what_if.range', { low: euro(size.saving.low, 0), high: euro(size.saving.high, 0) }),
            hint: t('battery.fact.saving_hint'),
          },
          {
            key: 'npv',
            label: t('battery.fact.npv', { years: years.life }),
            value: t('what_if.range', { low: euro(size.low.npvEur, 0), high: euro(size.high.npvEur, 0) }),
            hint: t('battery.fact.npv_hint'),
            tone: size.high.npvEur < 0 ? 'bad' : size.low.npvEur >= 0 ? 'good' : undefined,
          },
          {
            key: 'payback',
            label: t('battery.fact.payback'),
            value:
              payback === 'never'
                ? t('battery.fact.not_reached')
                : payback === 'maybe'
                  ? t('battery.fact.from_years', years)
                  : t('battery.fact.years', years),
            hint: t('battery.fact.payback_hint', years),
          },
          {
            key: 'power',
            label: t('battery.fact.power_alone'),
            value: powerSaving === null ? format.number(null) : euro(powerSaving, roundDigits(powerSaving)),
            hint:
              powers && advice?.kind === 'change'
                ? t('battery.fact.power_hint', { powers })
                : t(isKnown ? 'battery.fact.power_kept' : whyUnknown(answer)),
          },
        ]}
      />
    </header>
  )
}

/** Why the right agreed power has no saving of its own. */
function whyUnknown({ advice, adviceUnavailable }: SweepAnswer): MessageKey {
  if (advice !== null) return 'portal.powers.unknown'
  if (adviceUnavailable === 'limitsConflict') return 'portfolio.error.limits_conflict'
  return `calculations.verdict.unavailable.${adviceUnavailable ?? 'noTariff'}`
}

function judgeSaving({ saving }: AssessedSize): 'saves' | 'saves_at_best' | 'nothing' {
  if (saving.high <= 0) return 'nothing'
  return saving.low <= 0 ? 'saves_at_best' : 'saves'
}

function judgeBest({ middle, saving }: AssessedSize): 'best' | 'least_loss' | 'none_saves' {
  if (middle.npvEur > 0) return 'best'
  return saving.middle > 0 ? 'least_loss' : 'none_saves'
}
