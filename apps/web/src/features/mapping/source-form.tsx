import type { ControllerSourceView, MappedSourceView, MappingView } from '@ohmstead/contract/mapping'
import { type DeviceCategory, deviceCategories } from '@ohmstead/domain/fleet/device-category'
import type { MetricName } from '@ohmstead/domain/telemetry/metrics'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { formatMetric } from '../../shared/metric-name.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { createDeviceId, guessFactor, listDevices, listMetrics } from './mapped-names.ts'
import styles from './mapping-page.module.css'
import { OutcomeText } from './outcome-text.tsx'

interface SourceFormProps {
  source: ControllerSourceView
  view: MappingView
  /** What it is, or would be. */
  first: MappedSourceView | null
  isBusy: boolean
  onSave: (chosen: MappedSourceView) => void
  /** Null for a name that is not in use. */
  onRemove: (() => void) | null
  onClose: () => void
}

/** Says what a name is: the device, the value, and how it is calculated from what comes. */
export function SourceForm({ source, view, first, isBusy, onSave, onRemove, onClose }: SourceFormProps) {
  const t = useT()
  const others = view.mapping.filter((one) => one.source !== source.source)
  const devices = listDevices(others)
  const [device, setDevice] = useState(
    devices.some((one) => one.device === first?.device) ? first!.device : '',
  )
  const [name, setName] = useState(first?.device_name ?? '')
  const [newCategory, setCategory] = useState<DeviceCategory>(first?.category ?? 'GRID')
  const [wanted, setMetric] = useState<MetricName>(first?.metric ?? 'power')
  const [factorText, setFactor] = useState(String(Math.abs(first?.factor ?? guessFactor(source.unit))))
  const [isReversed, setReversed] = useState((first?.factor ?? 1) < 0)

  const known = devices.find((one) => one.device === device)
  const category = known?.category ?? newCategory
  const metrics = listMetrics(category, known ? device : null, others)
  const metric = metrics.includes(wanted) ? wanted : metrics[0]
  const size = Number(factorText.trim().replace(',', '.'))
  const isFactorRight = factorText.trim() !== '' && size > 0 && size <= 1e9
  const factor = isReversed ? -size : size
  const deviceName = known?.device_name ?? (name.trim() || t(`device.category.${category}`))

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isFactorRight || !metric) return
        const isSame = first !== null && first.category === category && !known
        const isFree = isSame && !view.devices.some((one) => one.device === first.device)
        const id = known
          ? device
          : isFree
            ? first.device
            : createDeviceId(category, { ...view, mapping: others })
        onSave({ source: source.source, device: id, device_name: deviceName, category, metric, factor })
      }}
    >
      <div className={styles.fields}>
        {devices.length > 0 && (
          <SelectField
            label={t('mapping.field.device')}
            value={device}
            options={[
              { value: '', label: t('mapping.field.new_device') },
              ...devices.map((one) => ({ value: one.device, label: one.device_name })),
            ]}
            onChange={setDevice}
          />
        )}
        {!known && (
          <>
            <SelectField
              label={t('mapping.field.category')}
              value={category}
              options={deviceCategories.map((one) => ({ value: one, label: t(`device.category.${one}`) }))}
              onChange={(one) => setCategory(one as DeviceCategory)}
            />
            <TextField
              label={t('mapping.field.name')}
              value={name}
              placeholder={t(`device.category.${category}`)}
              maxLength={100}
              onChange={setName}
            />
          </>
        )}
        <SelectField
          label={t('mapping.field.metric')}
          value={metric ?? ''}
          options={metrics.map((one) => ({ value: one, label: formatMetric(one, t) }))}
          onChange={(one) => setMetric(one as MetricName)}
        />
        <TextField
          label={t('mapping.field.factor')}
          value={factorText}
          inputMode="decimal"
          aria-invalid={isFactorRight ? undefined : true}
          onChange={setFactor}
        />
      </div>
      <Switch label={t('mapping.field.reversed')} checked={isReversed} onChange={setReversed} />
      {metric && isFactorRight && (
        <p className={styles.preview}>
          <OutcomeText source={source} mapped={{ category, metric, factor }} />
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" size="small" variant="primary" disabled={isBusy || !isFactorRight || !metric}>
          {t('common.action.save')}
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          {t('common.action.cancel')}
        </Button>
        {onRemove && (
          <Button size="small" variant="quiet" disabled={isBusy} onClick={onRemove}>
            {t('mapping.action.remove')}
          </Button>
        )}
      </div>
    </form>
  )
}
