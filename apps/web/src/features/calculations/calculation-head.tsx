import { useLingui } from '@lingui/react'
import { nameBasis } from '@ohmstead/domain/rates/name-basis'
import { formatDays } from '../../shared/charts/format-bucket.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { formatDeviceName } from '../../shared/portal/use-portal-devices.ts'
import { CalculationDownloads } from './calculation-downloads.tsx'
import styles from './calculations.module.css'
import type { Calculated } from './use-calculation.ts'

/** The page, and the point and days of the result; it may be older than the selection in the sidebar. */
export function CalculationHead({ title, calculated }: { title: MessageKey; calculated: Calculated }) {
  const t = useT()
  const { i18n } = useLingui()
  const { device, body } = calculated
  return (
    <header className={styles.head}>
      <div>
        <h1>{t(title)}</h1>
        <p>
          {device.title ?? formatDeviceName(device)} · {formatDays(body.from, body.to, i18n.locale)} ·{' '}
          {t(`calculations.held.${nameBasis(body)}`)}
        </p>
      </div>
      <div className={styles.headActions}>
        <CalculationDownloads calculated={calculated} />
      </div>
    </header>
  )
}
