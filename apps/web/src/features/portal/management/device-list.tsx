import { useState } from 'react'
import { useT } from '../../../shared/i18n/use-t.ts'
import type { PortalDevice } from '../../../shared/portal/portal-query.ts'
import { Button } from '../../../ui/button.tsx'
import textStyles from '../../../ui/text.module.css'
import { TextField } from '../../../ui/text-field.tsx'
import { DeviceCard } from './device-card.tsx'
import styles from './device-list.module.css'
import { findDevices } from './find-devices.ts'

/** This many points fit at a glance; more are searched. */
const mostWithoutSearch = 8
const perStep = 20

interface DeviceListProps {
  devices: readonly PortalDevice[]
  onDetails: (device: PortalDevice) => void
  onRemove: (device: PortalDevice) => void
}

/** One card per metering point; of many the first ones, with a search for the others. */
export function DeviceList({ devices, onDetails, onRemove }: DeviceListProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [most, setMost] = useState(perStep)
  const isLong = devices.length > mostWithoutSearch
  const search = isLong ? typed.trim() : ''
  const found = findDevices(devices, search)
  const shown = found.slice(0, most)
  const left = Math.min(perStep, found.length - shown.length)
  return (
    <>
      {isLong && (
        <div className={styles.search}>
          <TextField
            type="search"
            label={t('portfolio.table.search')}
            value={typed}
            autoComplete="off"
            onChange={(text) => {
              setTyped(text)
              setMost(perStep)
            }}
          />
          <p className={textStyles.soft} role="status">
            {found.length === 0 && t('navigation.search.none', { text: search })}
          </p>
        </div>
      )}
      <ul className={styles.devices}>
        {shown.map((device) => (
          <DeviceCard
            key={device.id}
            device={device}
            onDetails={() => onDetails(device)}
            onRemove={() => onRemove(device)}
          />
        ))}
      </ul>
      {left > 0 && (
        <div>
          <Button onClick={() => setMost(most + perStep)}>{t('portal.device.more', { count: left })}</Button>
        </div>
      )}
    </>
  )
}
