import { IconChevronRight, IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { isImporting, tokensQuery } from '../../shared/portal/portal-query.ts'
import { usePortalDevices } from '../../shared/portal/use-portal-devices.ts'
import { FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { useNow } from '../../shared/use-now.ts'
import styles from './integrations-page.module.css'

/** External services that can be connected, each with its state. */
export function IntegrationsPage() {
  const t = useT()
  return (
    <div className={styles.page}>
      <header>
        <h1>{t('titles.integrations')}</h1>
        <p>{t('portal.index.lead')}</p>
      </header>
      <ul>
        <li className={styles.card}>
          <div className={styles.head}>
            <span className={styles.icon} aria-hidden>
              <IconPlugConnected size={22} stroke={1.6} />
            </span>
            <div>
              <h2>
                <Link to={paths.portal}>Moj Elektro</Link>
              </h2>
              <p>{t('portal.index.moj_elektro')}</p>
            </div>
            <IconChevronRight size={20} stroke={1.6} aria-hidden />
          </div>
          <PortalState />
        </li>
      </ul>
    </div>
  )
}

function PortalState() {
  const t = useT()
  const format = useFormat()
  const now = useNow(60_000)
  const tokens = useQuery(tokensQuery)
  const devices = usePortalDevices()
  const failed = [tokens, devices].find(({ error, data }) => error && !data)
  if (failed?.error) return <FailedStrip error={failed.error} onRetry={() => void failed.refetch()} />
  if (!tokens.data || !devices.data) return <Skeleton width={280} height={20} />
  if (tokens.data.length === 0 && devices.data.length === 0)
    return <p className={styles.hint}>{t('portal.index.not_connected')}</p>
  const last = devices.data.reduce(
    (latest, { readings }) => Math.max(latest, readings.last_import_at ?? 0),
    0,
  )
  const facts = [
    t('portal.index.tokens', { count: tokens.data.length }),
    t('portal.token.devices', { count: devices.data.length }),
    devices.data.some(isImporting)
      ? t('portal.import.running')
      : last > 0
        ? t('portal.index.last_import', { ago: format.ago(now - last) })
        : t('portal.device.no_readings'),
  ]
  return <p className={styles.hint}>{facts.join(' · ')}</p>
}
