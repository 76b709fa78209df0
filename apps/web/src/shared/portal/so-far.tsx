import { useLingui } from '@lingui/react'
import { type Days, findDaysSoFar } from '@ohmstead/domain/portal/so-far'
import { formatDays } from '../charts/format-bucket.ts'
import { useT } from '../i18n/use-t.ts'
import { isImporting, type PortalDevice } from './portal-query.ts'
import styles from './so-far.module.css'

/** "So far, 23 October – 22 November 2026": before figures over partly imported days. */
export function useSoFarText(): (days: Days) => string {
  const t = useT()
  const { i18n } = useLingui()
  return ({ from, to }) => t('portal.so_far.period', { period: formatDays(from, to, i18n.locale) })
}

/** Begins a headline whose figures rest on a part of the days that were chosen; nothing where they are whole. */
export function SoFarLead({ days }: { days: Days | null }) {
  const soFarText = useSoFarText()
  return days && <>{soFarText(days)}. </>
}

/** The days behind the figures of a page, while the chosen ones are partly imported; else nothing. */
export function SoFarNote({ device, range }: { device: PortalDevice; range: Days }) {
  const t = useT()
  const soFarText = useSoFarText()
  const days = findDaysSoFar(range, device.readings)
  if (!days) return null
  return (
    <p className={styles.note}>
      <strong>{soFarText(days)}.</strong>{' '}
      {t(isImporting(device) ? 'portal.so_far.arriving' : 'portal.so_far.stopped')}
    </p>
  )
}
