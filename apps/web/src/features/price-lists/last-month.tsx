import { useLingui } from '@lingui/react'
import type { PriceListPreview } from '@ohmstead/contract/price-lists-preview'
import { addExact, formatExact, negateExact, parseExact } from '@ohmstead/domain/money/exact'
import { getDateFormat } from '../../shared/charts/date-format.ts'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useMissingText } from '../../shared/pricing/use-missing-text.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import styles from './price-preview.module.css'

/** The last whole month now and under the draft, and the difference. */
export function LastMonth({ lastMonth }: { lastMonth: NonNullable<PriceListPreview['lastMonth']> }) {
  const t = useT()
  const { i18n } = useLingui()
  const monthFormat = getDateFormat(formatTag(i18n.locale), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const missingText = useMissingText()
  const { money } = usePriceText()
  const { month, now, nowCurrency, draft, draftCurrency, isProvisional, missing } = lastMonth
  const isComparable = now.payable !== null && draft.payable !== null && nowCurrency === draftCurrency
  const difference = isComparable
    ? formatExact(addExact(parseExact(draft.payable!), negateExact(parseExact(now.payable!))))
    : null
  return (
    <section aria-label={t('price_lists.preview.last_month')}>
      <h3>
        {t('price_lists.preview.last_month')} · {monthFormat.format(Date.parse(`${month}-01T00:00Z`))}
      </h3>
      <dl className={styles.figures}>
        <div>
          <dt>{t('price_lists.preview.now')}</dt>
          <dd>{money(now.payable, nowCurrency)}</dd>
        </div>
        <div>
          <dt>{t('price_lists.preview.under_this')}</dt>
          <dd>{money(draft.payable, draftCurrency)}</dd>
        </div>
        {difference !== null && (
          <div>
            <dt>
              <strong>{t('price_lists.preview.difference')}</strong>
            </dt>
            <dd>
              <strong>
                {difference.startsWith('-') ? '' : '+'}
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
