import { useLingui } from '@lingui/react'
import { IconBulb } from '@tabler/icons-react'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { PricedDaysChoice } from '../../../shared/portal/priced-days-choice.tsx'
import { useEuro } from '../../../shared/use-euro.ts'
import { formatMonthName } from '../bill/month-name.ts'
import type { Calculation } from '../calculation-data.ts'
import styles from './answer.module.css'
import { judgeAgreedPower } from './judge-agreed-power.ts'
import { PaidStrip } from './paid-strip.tsx'
import { Sureness } from './sureness.tsx'
import { describeVerdict } from './verdict-words.ts'

/** What to do about the agreed power, in one sentence and one number, and how sure that is. */
export function AnswerCard({ calculation }: { calculation: Calculation }) {
  const t = useT()
  const { i18n } = useLingui()
  const format = useFormat()
  const euro = useEuro()
  const { agreedPower } = calculation
  const verdict = judgeAgreedPower(calculation)
  const words = describeVerdict(verdict, {
    t,
    euro,
    kw: (kw) => `${format.number(kw, 1)} kW`,
    locale: i18n.locale,
  })
  const months = agreedPower.answer?.months ?? []
  const [first, last] = [months[0], months.at(-1)]
  return (
    <section className={styles.card} aria-labelledby="calculation-answer">
      <PaidStrip calculation={calculation} />
      <div className={styles.answer}>
        <div className={styles.words}>
          <h2 id="calculation-answer">{words.sentence}</h2>
          {words.advice && (
            <p className={styles.advice}>
              <IconBulb size={20} stroke={1.6} aria-hidden />
              <span>{words.advice}</span>
            </p>
          )}
          {verdict.kind === 'unavailable' && verdict.reason === 'noTariff' && <PricedDaysChoice />}
          {first && last && (
            <p className={styles.basis}>
              {t('calculations.verdict.basis', {
                months: months.length,
                from: formatMonthName(first, i18n.locale),
                to: formatMonthName(last, i18n.locale),
              })}{' '}
              {verdict.kind === 'change' &&
                verdict.perYearEur !== null &&
                months.length % 12 !== 0 &&
                t('calculations.verdict.basis_year', { years: Math.floor(months.length / 12) })}
            </p>
          )}
        </div>
        {words.figure && (
          // What one would lose by a change is no headline: it follows the words.
          <p className={styles.figure} data-aside={verdict.kind === 'keepOperator' || undefined}>
            <strong>{euro(words.figure.amountEur, words.figure.digits)}</strong>
            <span>{words.figure.label}</span>
          </p>
        )}
      </div>
      <Sureness calculation={calculation} />
    </section>
  )
}
