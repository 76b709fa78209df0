import type { MappingView } from '@ohmstead/contract/mapping'
import { type DeviceCategory, deviceCategories } from '@ohmstead/domain/fleet/device-category'
import { useT } from '../../shared/i18n/use-t.ts'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './mapping-page.module.css'
import { rolesOf } from './use-save-mapping.ts'

/** Devices whose values are known without a person, but not what they measure: a plug may feed a panel in. */
export function OwnDevices({
  view,
  onSave,
}: {
  view: MappingView
  onSave: (roles: Record<string, DeviceCategory>) => void
}) {
  const t = useT()
  return (
    <section className={styles.own}>
      <h2>{t('mapping.own.heading')}</h2>
      <p className={styles.soft}>{t('mapping.own.lead')}</p>
      <div className={styles.fields}>
        {view.devices.map(({ device, name, category, role }) => (
          <SelectField
            key={device}
            label={name}
            value={role ?? ''}
            placeholder={t('mapping.own.recognised', { category: t(`device.category.${category}`) })}
            options={deviceCategories.map((one) => ({ value: one, label: t(`device.category.${one}`) }))}
            onChange={(chosen) => {
              const { [device]: _, ...others } = rolesOf(view)
              onSave(chosen === '' ? others : { ...others, [device]: chosen as DeviceCategory })
            }}
          />
        ))}
      </div>
    </section>
  )
}
