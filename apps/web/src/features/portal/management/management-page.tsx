import { useT } from '../../../shared/i18n/use-t.ts'
import { usePortalDevices } from '../../../shared/portal/use-portal-devices.ts'
import { FailedState, FailedStrip, Skeleton } from '../../../shared/states/page-states.tsx'
import { CsvDrop } from './csv-drop.tsx'
import { DeviceManager } from './device-manager.tsx'
import styles from './management.module.css'
import { TokenManager } from './token-manager.tsx'

/** Tokens, metering points and files: all sources of readings. */
export function ManagementPage() {
  const t = useT()
  const { data: devices, error, dataUpdatedAt, refetch } = usePortalDevices()
  if (!devices && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  return (
    <div className={styles.page}>
      <header className={styles.headWithAction}>
        <div>
          <h1>{t('portal.management.heading')}</h1>
          <p>{t('portal.management.lead')}</p>
        </div>
      </header>
      {error && <FailedStrip error={error} knownAt={dataUpdatedAt} onRetry={() => void refetch()} />}
      <TokenManager devices={devices ?? []} />
      {devices ? <DeviceManager devices={devices} /> : <Skeleton height={160} radius={16} />}
      <section className={styles.section} aria-labelledby="portal-csv">
        <header>
          <h2 id="portal-csv">{t('portal.csv.heading')}</h2>
          <p>{t('portal.csv.lead')}</p>
        </header>
        <CsvDrop />
      </section>
    </div>
  )
}
