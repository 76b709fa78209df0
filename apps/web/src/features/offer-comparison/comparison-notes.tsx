import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { groupRuns } from '../../shared/portal/months-within.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import styles from '../../shared/what-if/case-notes.module.css'
import type { OfferComparison } from './offer-comparison-query.ts'
import { useMonthName } from './use-month-name.ts'

/** What the figures rest on, and what they leave out: nothing if all is complete. */
export function ComparisonNotes({ answer }: { answer: OfferComparison }) {
  const t = useT()
  const format = useFormat()
  const month = useMonthName()
  const words = usePriceWords()
  const nameRun = ({ first, last }: { first: string; last: string }) =>
    first === last ? month(first) : t('what_if.range', { low: month(first), high: month(last) })
  const { comparison, point, caveats } = answer
  const { unreadMonths, offers } = comparison
  const quality = offers[0]?.quality
  const share = (count: number, of: number) => format.percent(of === 0 ? null : count / of)
  const notes = [
    unreadMonths.length > 0 &&
      t('offer_comparison.note.unread', { months: groupRuns(unreadMonths).map(nameRun).join(', ') }),
    quality !== undefined &&
      quality.measured < quality.intervals &&
      t('location_pricing.bill.quality', {
        measured: share(quality.measured, quality.intervals),
        estimated: share(quality.estimated, quality.intervals),
        missing: share(quality.missing, quality.intervals),
      }),
    caveats.includes('noMeteringPoint') && words.missing({ kind: 'noMeteringPoint' }),
    caveats.includes('sharing') && t('offer_comparison.note.sharing'),
    caveats.includes('supplierOnly') && t('offer_comparison.note.supplier_only'),
    point.isProductionAssumed && point.hasProduction === false && t('offer_comparison.note.produces_nothing'),
  ].filter((note) => typeof note === 'string')
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes} aria-label={t('what_if.note.label')}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
