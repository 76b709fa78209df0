import type { ControllerPageView } from '@ohmstead/contract/controllers-page'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import type { LiveLocation } from '../../../shared/live/live-state.ts'
import { NodeIcon } from '../../../shared/node-icon.tsx'
import { Quantity } from '../../../shared/quantity/quantity.tsx'
import { useNow } from '../../../shared/use-now.ts'
import { Panel } from '../../../ui/panel.tsx'
import styles from './controller-parts.module.css'

/** The devices of a controller with their power now and how old it is; each leads to its own page. */
export function ControllerDevices({
  page,
  values,
  deviceHref,
}: {
  page: ControllerPageView
  values: LiveLocation['values']
  deviceHref: (deviceId: number) => string
}) {
  const t = useT()
  const format = useFormat()
  const now = useNow(1000)
  return (
    <Panel heading={t('titles.devices')}>
      {page.devices.length === 0 && (
        <p className={styles.soft}>{t('controllers.company.detail.no_devices')}</p>
      )}
      <ul className={styles.devices}>
        {page.devices.map((device) => {
          const power = values[`${device.key}/power`]
          const newestAt = Math.max(power?.ts ?? 0, device.newest_at ?? 0)
          return (
            <li key={device.id} className={styles.device}>
              <NodeIcon type="device" category={device.category} />
              <div className={styles.name}>
                <Link to={deviceHref(device.id)}>{device.name}</Link>
                {device.model && <small>{device.model}</small>}
                {device.has_communication_error && (
                  <small data-tone="warning">{t('errors.device_unreachable')}</small>
                )}
              </div>
              <div className={styles.reading}>
                {typeof power?.value === 'number' && <Quantity value={power.value} unit="W" size="s" />}
                <small>{newestAt > 0 ? format.ago(now - newestAt) : t('common.state.never')}</small>
              </div>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
