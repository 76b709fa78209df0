import type { ControllerPageView } from '@ohmstead/contract/controllers-page'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
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
            <DeviceRow
              key={device.id}
              device={device}
              href={deviceHref(device.id)}
              powerW={typeof power?.value === 'number' ? power.value : null}
              age={newestAt > 0 ? format.ago(now - newestAt) : t('common.state.never')}
            />
          )
        })}
      </ul>
    </Panel>
  )
}

/** Of a hundred and more, only those are drawn again each second whose power or age reads differently. */
const DeviceRow = memo(function DeviceRow({
  device,
  href,
  powerW,
  age,
}: {
  device: ControllerPageView['devices'][number]
  href: string
  powerW: number | null
  age: string
}) {
  const t = useT()
  return (
    <li className={styles.device}>
      <NodeIcon type="device" category={device.category} />
      <div className={styles.name}>
        <Link to={href}>{device.name}</Link>
        {device.model && <small>{device.model}</small>}
        {device.has_communication_error && (
          <small data-tone="warning">{t('errors.device_unreachable')}</small>
        )}
      </div>
      <div className={styles.reading}>
        {powerW !== null && <Quantity value={powerW} unit="W" size="s" />}
        <small>{age}</small>
      </div>
    </li>
  )
})
