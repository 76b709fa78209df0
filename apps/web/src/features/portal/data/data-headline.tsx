import { useLingui } from '@lingui/react'
import type { Days } from '@ohmstead/domain/portal/so-far'
import { formatBucket, formatDays } from '../../../shared/charts/format-bucket.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { defaultRange, portalTimeZone } from '../../../shared/portal/portal-selection.ts'
import { usePortalSelection, usePortalToday } from '../../../shared/portal/use-portal-selection.ts'
import styles from './data-page.module.css'
import type { ReadingsSummary } from './summarise-readings.ts'

const quarterMs = 900_000

/** The answer in one sentence and one number; its limitations are below it. */
export function DataHeadline({ summary, soFar }: { summary: ReadingsSummary; soFar: Days | null }) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const { selection } = usePortalSelection()
  const usual = defaultRange(usePortalToday())
  const isYear = selection.from === usual.from && selection.to === usual.to
  const range = soFar ? 'so_far' : isYear ? 'year' : 'range'
  const { totals, peak, quality, known } = summary
  const period = formatDays(selection.from, selection.to, i18n.locale)
  const kwh = (wh: number | null) =>
    format.number(wh === null ? null : wh / 1000, (wh ?? 0) < 100_000 ? 1 : 0)
  const share = quality.expected === 0 ? 0 : 1 - quality.missing / quality.expected
  return (
    <header className={styles.headline}>
      <p className={styles.period}>{period}</p>
      <h1>
        {t(`portal.data.headline_${range}_${totals.exportWh === null ? 'taken' : 'both'}`, {
          ...(soFar && { period: formatDays(soFar.from, soFar.to, i18n.locale) }),
          energy: kwh(totals.importWh),
          ...(totals.exportWh !== null && { fed: kwh(totals.exportWh) }),
        })}
      </h1>
      {peak && (
        <p className={styles.lead}>
          {t('portal.data.peak', {
            power: format.number(peak.powerW / 1000, 1),
            time: formatBucket(peak.startMs, peak.startMs + quarterMs, portalTimeZone, i18n.locale),
            block: peak.block,
          })}{' '}
          {peak.isEstimated && t('portal.data.peak_estimated')}
        </p>
      )}
      {known && (
        <p className={styles.sure}>
          {t(`portal.data.${quality.missing === 0 ? 'whole' : 'gaps'}${soFar ? '_so_far' : ''}`, {
            share: format.percent(Math.floor(share * 1000) / 1000, 1),
            until: format.dateTime(known.toMs, portalTimeZone),
          })}{' '}
          {quality.estimated > 0 && t('portal.data.estimated', { count: quality.estimated })}
        </p>
      )}
    </header>
  )
}
