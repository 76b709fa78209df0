import { useLingui } from '@lingui/react'
import { IconChartAreaLine, IconCloudDownload, IconListDetails, IconTrash, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDays } from '../../../shared/charts/format-bucket.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { portalPaths } from '../../../shared/paths.ts'
import { isImporting, type PortalDevice, tokensQuery } from '../../../shared/portal/portal-query.ts'
import { SoFarNote } from '../../../shared/portal/so-far.tsx'
import { formatDeviceName } from '../../../shared/portal/use-portal-devices.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Button, buttonClass, IconButton } from '../../../ui/button.tsx'
import styles from './device-card.module.css'
import { ImportState } from './import-state.tsx'
import { useRemoveDeviceToken, useStartImport } from './portal-mutations.ts'

/** Older than anything that is read. */
const allDays = { from: '0001-01-01', to: '9999-12-31' }

interface DeviceCardProps {
  device: PortalDevice
  onDetails: () => void
  onRemove: () => void
}

/** A metering point: its identity, the available days, and what to do about the others. */
export function DeviceCard({ device, onDetails, onRemove }: DeviceCardProps) {
  const t = useT()
  const start = useStartImport()
  const isRunning = isImporting(device)
  const name = formatDeviceName(device)
  return (
    <li className={styles.device}>
      <div className={styles.deviceHead}>
        <div className={styles.what}>
          <h3>{name}</h3>
          <p>
            {device.title ?? t(device.source === 'csv' ? 'portal.device.from_csv' : 'portal.device.untitled')}
          </p>
        </div>
        <div className={styles.actions}>
          <Link
            to={portalPaths.data}
            search={((previous: object) => ({ ...previous, device: device.id })) as never}
            className={buttonClass({ size: 'small' })}
          >
            <IconChartAreaLine size={16} stroke={1.6} aria-hidden />
            {t('portal.device.show')}
          </Link>
          {device.credentials.length > 0 && (
            <Button
              size="small"
              variant="quiet"
              disabled={isRunning}
              isBusy={start.isPending}
              onClick={() => start.mutate(device.id)}
            >
              <IconCloudDownload size={16} stroke={1.6} aria-hidden />
              {t('portal.import.now')}
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={onDetails}>
            <IconListDetails size={16} stroke={1.6} aria-hidden />
            {t('portal.details.open')}
          </Button>
          <IconButton size="small" label={t('portal.device.remove', { name })} onClick={onRemove}>
            <IconTrash size={16} stroke={1.6} />
          </IconButton>
        </div>
      </div>
      <ImportState device={device} />
      <SoFarNote device={device} range={allDays} />
      <ReadingsFacts device={device} />
    </li>
  )
}

function ReadingsFacts({ device }: { device: PortalDevice }) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const now = useNow(60_000)
  const { readings, source } = device
  const facts: [string, string][] = [
    [
      t('portal.device.days'),
      readings.from && readings.to
        ? `${formatDays(readings.from, readings.to, i18n.locale)} (${t('portal.device.days_count', { count: readings.days })})`
        : t('portal.device.no_readings'),
    ],
    ...(readings.missing_days > 0
      ? [
          [t('portal.device.missing'), t('portal.device.days_count', { count: readings.missing_days })] as [
            string,
            string,
          ],
        ]
      : []),
    ...(readings.estimated_days > 0
      ? [
          [
            t('portal.device.estimated'),
            t('portal.device.days_count', { count: readings.estimated_days }),
          ] as [string, string],
        ]
      : []),
    ...(source === 'csv' && readings.last_import_at === null
      ? []
      : [
          [
            t('portal.device.last_import'),
            readings.last_import_at === null
              ? format.number(null)
              : format.ago(now - readings.last_import_at),
          ] as [string, string],
        ]),
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {device.credentials.length > 0 && <DeviceTokens device={device} />}
    </dl>
  )
}

/** The tokens that give access to it; one of several can be removed. */
function DeviceTokens({ device: { id, credentials } }: { device: PortalDevice }) {
  const t = useT()
  const remove = useRemoveDeviceToken(id)
  const { data: tokens = [] } = useQuery(tokensQuery)
  const isRejected = (tokenId: number) =>
    tokens.some((token) => token.id === tokenId && token.state === 'rejected')
  return (
    <div>
      <dt>{t('portal.device.tokens')}</dt>
      {credentials.map(({ token, token_id }) => (
        <dd key={token_id} className={styles.deviceToken}>
          {token}
          {isRejected(token_id) && (
            <span className={styles.rejected}>{t('portal.token.state.rejected')}</span>
          )}
          {credentials.length > 1 && (
            <IconButton
              size="small"
              label={t('portal.device.remove_token', { token })}
              disabled={remove.isPending}
              onClick={() => remove.mutate(token_id)}
            >
              <IconX size={14} stroke={1.6} />
            </IconButton>
          )}
        </dd>
      ))}
    </div>
  )
}
