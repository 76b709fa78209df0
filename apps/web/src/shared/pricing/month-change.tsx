import { useLingui } from '@lingui/react'
import type { MonthUnderView } from '@ohmstead/contract/price-lists-preview'
import { addExact, formatExact, negateExact, parseExact } from '@ohmstead/domain/money/exact'
import { getDateFormat } from '../charts/date-format.ts'
import { formatTag } from '../i18n/locale.ts'
import { useT } from '../i18n/use-t.ts'
import styles from './month-change.module.css'
import { useMissingText } from './use-missing-text.ts'
import { usePriceText } from './use-price-text.ts'

interface MonthChangeProps {
  change: MonthUnderView
  /** Before the name of the month. */
  heading?: string
  /** What the other prices are. */
  under: string
}

/** A month as it is and under other prices, and the difference. */
export function MonthChange({ change, heading, under }: MonthChangeProps) {
  const t = useT()
  const { i18n } = useLingui()
  const missingText = useMissingText()
  const { money } = usePriceText()
  const { now, nowCurrency, draft, draftCurrency, isProvisional, missing } = change
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  const name = getDateFormat(formatTag(i18n.locale), format).format(Date.parse(`${change.month}-01T00:00Z`))
  const month = change.isPart ? t('rate_plans.change.so_far', { month: name }) : name
  const isComparable = now.payable !== null && draft.payable !== null && nowCurrency === draftCurrency
  const difference = isComparable
    ? formatExact(addExact(parseExact(draft.payable!), negateExact(parseExact(now.payable!))))
    : null
  return (
    <section className={styles.change} aria-label={heading ?? month}>
      <h3>{heading ? `${heading} · ${month}` : month}</h3>
      <dl className={styles.figures}>
        <div>
          <dt>{t('price_lists.preview.now')}</dt>
          <dd>{money(now.payable, nowCurrency)}</dd>
        </div>
        <div>
          <dt>{under}</dt>
          <dd>{money(draft.payable, draftCurrency)}</dd>
        </div>
        {difference !== null && (
          <div>
            <dt>
              <strong>{t('price_lists.preview.difference')}</strong>
            </dt>
            <dd>
              <strong>
                {Number(difference) > 0 && '+'}
                {money(difference, draftCurrency)}
              </strong>
            </dd>
          </div>
        )}
      </dl>
      {missing.map((reason) => (
        <p key={JSON.stringify(reason)} className={styles.soft}>
          {missingText(reason)}
        </p>
      ))}
      {isProvisional && <p className={styles.soft}>{t('price_lists.preview.provisional')}</p>}
    </section>
  )
}
