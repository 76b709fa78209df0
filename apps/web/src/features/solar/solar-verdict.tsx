import type { Days } from '@ohmstead/domain/portal/so-far'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { SoFarLead } from '../../shared/portal/so-far.tsx'
import { useEuro } from '../../shared/use-euro.ts'
import { Facts } from '../../shared/what-if/facts.tsx'
import { formatYears, judgePayback } from '../../shared/what-if/judge-payback.ts'
import styles from '../../shared/what-if/what-if.module.css'
import type { AssessedVariant } from './assess-solar.ts'
import type { SolarAnswer } from './estimate-solar.ts'
import type { SolarAssumptions } from './solar-assumptions.ts'

/** The answer in a sentence, then what the panels supply and where it goes. */
export function SolarVerdict({
  answer,
  soFar,
  variant,
  assumed,
}: {
  answer: SolarAnswer
  soFar: Days | null
  variant: AssessedVariant
  assumed: SolarAssumptions
}) {
  const t = useT()
  const format = useFormat()
  const euro = useEuro()
  const payback = judgePayback(variant)
  const peak = format.number(assumed.kWp, assumed.kWp % 1 === 0 ? 0 : 1)
  const years = {
    years: formatYears(variant, format),
    early: format.number(variant.high.paybackYears),
    life: format.number(assumed.lifetimeYears),
  }
  const { weather } = answer
  return (
    <header className={styles.headline}>
      <h1>
        <SoFarLead days={soFar} />
        {t('solar.verdict.saves', {
          size: peak,
          low: euro(variant.saving.low, 0),
          high: euro(variant.saving.high, 0),
        })}{' '}
        {t(`solar.verdict.${payback}`, years)}
      </h1>
      <p className={styles.lead}>
        {t(assumed.subsidyEur > 0 ? 'solar.verdict.price' : 'solar.verdict.price_whole', {
          price: euro(variant.priceEur, 0),
        })}{' '}
        {weather.source === 'modelled' ? (
          <strong>{t('solar.weather.modelled')}</strong>
        ) : (
          t('solar.weather.archive')
        )}
        {weather.attribution && (
          <a href={weather.attribution.url} target="_blank" rel="noreferrer">
            {weather.attribution.text}
          </a>
        )}
        {weather.filled > 0 &&
          t('solar.weather.filled', { share: format.percent(weather.filled / weather.hours) })}
      </p>
      <Facts
        facts={[
          {
            key: 'yield',
            label: t('solar.fact.yield'),
            value: `${format.number(answer.productionKwh)} kWh`,
            hint: t('solar.fact.yield_hint', {
              specific: format.number(assumed.kWp > 0 ? answer.productionKwh / assumed.kWp : null),
            }),
          },
          {
            key: 'own',
            label: t('solar.fact.self_consumption'),
            value: format.percent(variant.selfConsumption, 0),
            hint: t('solar.fact.self_consumption_hint', {
              kwh: format.number(answer.productionKwh * (variant.selfConsumption ?? 0)),
            }),
          },
          {
            key: 'sufficiency',
            label: t('solar.fact.self_sufficiency'),
            value: format.percent(variant.selfSufficiency, 0),
            hint: t(
              answer.hasExport ? 'solar.fact.self_sufficiency_unknown' : 'solar.fact.self_sufficiency_hint',
              {
                before: format.number(answer.importBeforeKwh),
                after: format.number(variant.importKwh),
              },
            ),
          },
          {
            key: 'npv',
            label: t('battery.fact.npv', { years: years.life }),
            value: t('what_if.range', {
              low: euro(variant.low.npvEur, 0),
              high: euro(variant.high.npvEur, 0),
            }),
            hint: t('battery.fact.npv_hint'),
            tone: variant.high.npvEur < 0 ? 'bad' : variant.low.npvEur >= 0 ? 'good' : undefined,
          },
        ]}
      />
    </header>
  )
}
