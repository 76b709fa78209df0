import type { MappingView } from '@ohmstead/contract/mapping'
import { type DeviceCategory, deviceCategories } from '@ohmstead/domain/fleet/device-category'
import { useSetCategory } from '../../shared/controllers/use-set-category.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './mapping-page.module.css'

/** Devices whose values are known without a person, but not what they measure: a plug may feed a panel in. */
export function OwnDevices({
  view,
  locationId,
  onSaved,
}: {
  view: MappingView
  locationId: number
  onSaved: () => void
}) {
  const t = useT()
  const setCategory = useSetCategory(locationId)
  const choose = (deviceId: number, seen: DeviceCategory, chosen: string) =>
    setCategory.mutate(
      { deviceId, category: chosen === '' ? null : (chosen as DeviceCategory), seen },
      {
        onSuccess: () => showToast(t('mapping.done.category_set')),
        onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
        onSettled: onSaved,
      },
    )
  return (
    <section className={styles.own}>
      <h2>{t('mapping.own.heading')}</h2>
      <p className={styles.soft}>{t('mapping.own.lead')}</p>
      <div className={styles.fields}>
        {view.devices.map(({ device_id: id, name, category, role }) => (
          <SelectField
            key={id}
            label={name}
            value={role ?? ''}
            placeholder={t('mapping.own.recognised', { category: t(`device.category.${category}`) })}
            options={deviceCategories.map((one) => ({ value: one, label: t(`device.category.${one}`) }))}
            disabled={setCategory.isPending}
            onChange={(chosen) => choose(id, role ?? category, chosen)}
          />
        ))}
      </div>
    </section>
  )
}
