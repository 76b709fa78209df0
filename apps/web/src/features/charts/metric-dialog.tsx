import type { LocationDeviceView } from '@ohmstead/contract/locations'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { formatMetric } from '../../shared/metric-name.ts'
import { NodeIcon } from '../../shared/node-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import styles from './metric-dialog.module.css'

const mostAtOnce = 8

interface Props {
  devices: readonly LocationDeviceView[]
  metrics: readonly string[]
  hasBalance: boolean
  onChange: (metrics: string[]) => void
  onClose: () => void
}

/** Every metric of every device, with boxes; the picture behind follows at once. */
export function MetricDialog({ devices, metrics, hasBalance, onChange, onClose }: Props) {
  const t = useT()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLocaleLowerCase()
  const groups = devices
    .map((device) => ({
      device,
      own: device.metrics
        .map((metric) => ({ key: `${device.key}/${metric}`, name: formatMetric(metric, t) }))
        .filter(({ key, name }) => `${device.name} ${name} ${key}`.toLocaleLowerCase().includes(wanted)),
    }))
    .filter(({ own }) => own.length > 0)
  const toggle = (key: string) =>
    onChange(metrics.includes(key) ? metrics.filter((one) => one !== key) : [...metrics, key])
  return (
    <Modal title={t('charts.metrics.choose')} closeLabel={t('common.action.close')} onClose={onClose}>
      <input
        type="search"
        className={styles.search}
        placeholder={t('charts.metrics.search')}
        aria-label={t('charts.metrics.search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className={styles.list}>
        {groups.length === 0 && <p className={styles.none}>{t('charts.metrics.none')}</p>}
        {groups.map(({ device, own }) => (
          <fieldset key={device.id} className={styles.group}>
            <legend>
              <NodeIcon type="device" category={device.category} size={16} /> {device.name}
            </legend>
            {own.map(({ key, name }) => {
              const isChosen = metrics.includes(key)
              return (
                <label key={key} className={styles.metric}>
                  <input
                    type="checkbox"
                    checked={isChosen}
                    disabled={!isChosen && metrics.length >= mostAtOnce}
                    onChange={() => toggle(key)}
                  />
                  {name}
                </label>
              )
            })}
          </fieldset>
        ))}
      </div>
      <div className={styles.actions}>
        <span>{t('charts.metrics.limit')}</span>
        {hasBalance && metrics.length > 0 && (
          <Button variant="quiet" onClick={() => onChange([])}>
            {t('charts.metrics.clear')}
          </Button>
        )}
        <Button variant="primary" onClick={onClose}>
          {t('common.action.done')}
        </Button>
      </div>
    </Modal>
  )
}
