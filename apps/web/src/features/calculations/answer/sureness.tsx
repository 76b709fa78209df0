import type { ReactNode } from 'react'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { type Translate, useT } from '../../../shared/i18n/use-t.ts'
import { ConfidenceMark } from '../../../shared/rates/confidence-mark.tsx'
import { useEuro } from '../../../shared/use-euro.ts'
import type { Calculation } from '../calculation-data.ts'
import styles from './answer.module.css'
import { findLeastSure } from './find-least-sure.ts'
import { LikelyRange } from './likely-range.tsx'

type Calculated = { calculation: Calculation }

/** Everything for and against the answer, each with its number. */
export function Sureness({ calculation }: Calculated) {
  const t = useT()
  const { answer } = calculation.agreedPower
  return (
    <section className={styles.sure} aria-labelledby="calculation-sureness">
      <h3 id="calculation-sureness">{t('calculations.sure.title')}</h3>
      <dl className={styles.facts}>
        {answer && (
          <>
            <Proof calculation={calculation} />
            <OtherMonths calculation={calculation} />
            <OtherYears calculation={calculation} />
            <Exceeding calculation={calculation} />
          </>
        )}
        <Rates calculation={calculation} />
        <Readings calculation={calculation} />
      </dl>
      {answer && <p className={styles.hindsight}>{t('calculations.sure.hindsight')}</p>}
    </section>
  )
}

function Fact({ name, value, children }: { name: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {children && <span className={styles.why}>{children}</span>}
      </dd>
    </div>
  )
}

/** Below this the gap is only rounding. */
const noGap = 1e-9

function Proof({ calculation }: Calculated) {
  const t = useT()
  const format = useFormat()
  const euro = useEuro()
  const { costEur, lowerBoundEur, relativeGap } = calculation.agreedPower.answer!.certificate
  const isExact = relativeGap < noGap
  return (
    <Fact
      name={t('calculations.sure.proof')}
      value={isExact ? t('calculations.sure.proof_exact') : format.percent(relativeGap, 4)}
    >
      {t('calculations.sure.proof_why', { cost: euro(costEur, 4), bound: euro(lowerBoundEur, 4) })}
    </Fact>
  )
}

function OtherMonths({ calculation }: Calculated) {
  const t = useT()
  const format = useFormat()
  const euro = useEuro()
  const bootstrap = calculation.assessment?.bootstrap
  if (!bootstrap) return null
  const { savingEur, savesIn, costEur, resamples } = bootstrap
  const range = savingEur ?? costEur
  // A certain loss is not shown as a negative saving: it costs more.
  if (savingEur && savingEur.p90 <= 0)
    return (
      <Fact
        name={t('calculations.sure.cost_more')}
        value={`${euro(-savingEur.p90, 0)} … ${euro(-savingEur.p10, 0)}`}
      >
        {t('calculations.sure.cost_more_why', { resamples, middle: euro(-savingEur.p50, 0) })}
      </Fact>
    )
  return (
    <Fact
      name={t(savingEur ? 'calculations.sure.saving_range' : 'calculations.sure.cost_range')}
      value={`${euro(range.p10, 0)} … ${euro(range.p90, 0)}`}
    >
      <LikelyRange range={range} />
      {savesIn === null
        ? t('calculations.sure.range_why', { resamples, middle: euro(range.p50, 0) })
        : t('calculations.sure.saving_why', {
            resamples,
            middle: euro(range.p50, 0),
            share: format.percent(savesIn, 0),
          })}
    </Fact>
  )
}

function OtherYears({ calculation }: Calculated) {
  const t = useT()
  const euro = useEuro()
  const years = calculation.assessment?.leaveOneYearOut
  if (!years)
    return (
      <Fact name={t('calculations.sure.unseen')} value="–">
        {t('calculations.sure.unseen_missing')}
      </Fact>
    )
  const dearer = years.reduce((sum, year) => sum + year.costEur - year.hindsightCostEur, 0) / years.length
  return (
    <Fact name={t('calculations.sure.unseen')} value={`+ ${euro(Math.max(dearer, 0))}`}>
      {t('calculations.sure.unseen_why', { years: years.length })}
    </Fact>
  )
}

function Exceeding({ calculation }: Calculated) {
  const t = useT()
  const format = useFormat()
  const counted = calculation.agreedPower.answer!.exceeding.filter(({ months }) => months > 0)
  const total = counted.reduce((sum, { intervalsPerMonth }) => sum + intervalsPerMonth, 0)
  if (total === 0) return null
  const about = format.number(total, total < 10 ? 1 : 0)
  const now = counted
    .map(({ block, intervalsPerMonth }) =>
      t('calculations.sure.exceeding_block', { block, count: format.number(intervalsPerMonth, 1) }),
    )
    .join(' · ')
  return (
    <Fact name={t('calculations.sure.exceeding')} value={t('calculations.sure.exceeding_value', { about })}>
      {t('calculations.sure.exceeding_why', { now })}
    </Fact>
  )
}

function Rates({ calculation }: Calculated) {
  const t = useT()
  const { rates, sources } = calculation
  const confidence = findLeastSure(calculation)
  return (
    <Fact
      name={t('calculations.sure.rates')}
      value={confidence ? <ConfidenceMark confidence={confidence} /> : t('calculations.missing.no_tariff')}
    >
      {t('calculations.sure.rates_why', {
        rates: Object.keys(rates).length,
        sources: Object.keys(sources).length,
      })}{' '}
      <a href="#rates-and-sources">{t('calculations.sure.rates_link')}</a>
    </Fact>
  )
}

function Readings({ calculation }: Calculated) {
  const t = useT()
  const format = useFormat()
  const { quality } = calculation
  const measured = quality.present - quality.estimated
  const share = quality.intervals === 0 ? null : measured / quality.intervals
  return (
    <Fact name={t('calculations.sure.readings')} value={formatShare(share, format, t)}>
      {t('calculations.sure.readings_why', {
        missing: format.number(quality.missing),
        estimated: format.number(quality.estimated),
      })}
      {quality.suspectDays > 0 && ` ${t('calculations.sure.suspect', { days: quality.suspectDays })}`}
    </Fact>
  )
}

/** Incomplete data never reads 100 %. */
function formatShare(share: number | null, format: ReturnType<typeof useFormat>, t: Translate): string {
  if (share === null) return '–'
  const rounded = share < 1 ? Math.min(Math.round(share * 1000) / 1000, 0.999) : 1
  return t('calculations.sure.measured', { share: format.percent(rounded, 1) })
}
