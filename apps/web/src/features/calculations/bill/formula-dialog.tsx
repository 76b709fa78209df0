import { useLingui } from '@lingui/react'
import { useT } from '../../../shared/i18n/use-t.ts'
import { useEuro } from '../../../shared/use-euro.ts'
import { Modal } from '../../../ui/modal.tsx'
import type { Calculation, FeeLine } from '../calculation-data.ts'
import { RateEntry } from '../rates/rate-entry.tsx'
import type { MonthLine } from './bill-row.ts'
import { categoryText } from './category-text.ts'
import { formatFormula } from './format-formula.ts'
import styles from './formula.module.css'
import { formatMonthName } from './month-name.ts'

export interface FormulaQuestion {
  title: string
  lines: MonthLine[]
}

/** The origin of a figure: its factors, the product, the rounding, and the source of each rate. */
export function FormulaDialog({
  question,
  calculation,
  onClose,
}: {
  question: FormulaQuestion
  calculation: Calculation
  onClose: () => void
}) {
  const t = useT()
  const { i18n } = useLingui()
  const euro = useEuro()
  const months = [...new Set(question.lines.map(({ month }) => month))]
  const cents = (lines: MonthLine[]) =>
    lines.reduce((sum, { line }) => sum + Math.round(line.totalCost.amount * 100), 0) / 100
  const rateIds = [
    ...new Set(question.lines.flatMap(({ line }) => line.factors.flatMap(({ rateId }) => rateId ?? []))),
  ]
  return (
    <Modal size="wide" title={question.title} closeLabel={t('common.action.close')} onClose={onClose}>
      <div className={styles.dialog}>
        <p className={styles.rule}>{t('calculations.formula.rule')}</p>
        {months.map((month) => {
          const own = question.lines.filter((one) => one.month === month)
          return (
            <details key={month} className={styles.month} open={months.length === 1}>
              <summary>
                <span>{formatMonthName(month, i18n.locale)}</span>
                <strong>{euro(cents(own))}</strong>
              </summary>
              <ul>
                {own.map(({ line }) => (
                  <li key={`${line.part} ${line.category}`}>
                    <FormulaLine line={line} />
                  </li>
                ))}
              </ul>
            </details>
          )
        })}
        {question.lines.length > 1 && (
          <p className={styles.sum}>
            <span>{t('calculations.formula.sum', { lines: question.lines.length })}</span>
            <strong>{euro(cents(question.lines))}</strong>
          </p>
        )}
        {rateIds.length > 0 && (
          <section className={styles.rates} aria-labelledby="formula-rates">
            <h3 id="formula-rates">{t('calculations.formula.rates')}</h3>
            <ul>
              {rateIds.map((id) => (
                <RateEntry key={id} id={id} calculation={calculation} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </Modal>
  )
}

function FormulaLine({ line }: { line: FeeLine }) {
  const t = useT()
  const { i18n } = useLingui()
  const formula = formatFormula(line, i18n.locale)
  return (
    <>
      <span className={styles.name}>
        {t(`calculations.part.${line.part}`)}
        {line.category !== line.part && ` · ${categoryText(line.category, t)}`}
      </span>
      <code className={styles.formula}>
        {formula.factors.map((factor, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: factors have their order and nothing else
          <span key={place} className={styles.factor}>
            {place > 0 && <span className={styles.sign}> × </span>}
            <span>
              {factor.text}
              <small>{t(`calculations.factor.${factor.name}`)}</small>
            </span>
          </span>
        ))}
        <span className={styles.factor}>
          <span className={styles.sign}> = </span>
          <span>{formula.product}</span>
        </span>
        <span className={styles.factor}>
          <span className={styles.sign}> → </span>
          <strong>{formula.rounded}</strong>
        </span>
      </code>
    </>
  )
}
