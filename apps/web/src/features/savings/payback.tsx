import type { PaybackView } from '@ohmstead/contract/savings-investments'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import styles from './savings.module.css'

/** How far what was bought has paid back: in words, as a bar, and what is not known of it. */
export function Payback({ payback }: { payback: PaybackView }) {
  const t = useT()
  const format = useFormat()
  const day = useFormatDay()
  const text = usePriceText()
  const { kind, currency, price, saved, share, savedSince, boughtOn, verdict } = payback
  const money = (amount: string | null) => text.money(amount, currency)
  const kindName = t(`savings.part.${kind}`)
  const days = {
    early: payback.early ? day(payback.early) : '',
    late: payback.late ? day(payback.late) : '',
    life: day(payback.lifeEnds),
  }
  const isOnce = payback.early === payback.late
  const sentence =
    verdict === 'sure' && isOnce
      ? t('savings.payback.sure_once', days)
      : t(`savings.payback.${verdict}`, days)
  const isProjected = verdict === 'sure' || verdict === 'maybe' || verdict === 'never'
  const notes = [
    savedSince !== null &&
      savedSince > boughtOn &&
      t('savings.payback.before', { from: day(boughtOn), to: day(savedSince) }),
    payback.monthsUnknown > 0 &&
      t('savings.payback.unknown', { count: format.number(payback.monthsUnknown) }),
    payback.monthsDue > 0 && t('savings.months.working'),
    isProjected && t('savings.payback.assumed', { pace: money(payback.pace), life: days.life }),
  ].filter((note) => note !== false)
  return (
    <div className={styles.payback}>
      <h3>{kindName}</h3>
      <p>
        <strong>{sentence}</strong>
      </p>
      {saved !== null && savedSince !== null && (
        <>
          <Bar share={share} label={kindName} />
          <p className={styles.figures}>
            {t('savings.payback.saved', {
              saved: money(saved),
              price: money(price),
              day: day(savedSince),
              percent: format.percent(share, 0),
            })}
          </p>
        </>
      )}
      {notes.map((note) => (
        <p key={note} className={styles.soft}>
          {note}
        </p>
      ))}
    </div>
  )
}

/** The price as a bar, filled as far as it was saved; what cost more than it saved fills nothing. */
function Bar({ share, label }: { share: number | null; label: string }) {
  const filled = Math.min(1, Math.max(0, share ?? 0))
  return (
    <meter className={styles.bar} min={0} max={1} value={filled} aria-label={label}>
      {Math.round(filled * 100)} %
    </meter>
  )
}
