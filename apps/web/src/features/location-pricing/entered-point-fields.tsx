import type { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { PointValues } from './entered-point.ts'
import styles from './location-pricing.module.css'

const groups = [0, 1, 2, 3, 4] as const
const fields = ['block1', 'block2', 'block3', 'block4', 'block5'] as const

/** What a bill says of the metering point. */
export function EnteredPointFields({ form }: { form: ReturnType<typeof useForm<PointValues>> }) {
  const t = useT()
  return (
    <div className={styles.choice}>
      <SelectField
        {...withoutError(form.text('userGroup'))}
        label={t('network_tariffs.published.group')}
        options={groups.map((group) => ({
          value: String(group),
          label: `${group} – ${t(`network_tariffs.group.${group}`)}`,
        }))}
      />
      <Checkbox {...form.check('isHousehold')} label={t('location_pricing.point.household')} />
      <TextField {...form.text('connectionPower')} inputMode="decimal" />
      <SelectField
        {...withoutError(form.text('phases'))}
        label={t('location_pricing.point.phases')}
        options={['1', '3'].map((value) => ({ value, label: value }))}
      />
      <TextField {...form.text('currentLimit')} inputMode="decimal" />
      <SelectField
        {...withoutError(form.text('tariffsCount'))}
        label={t('location_pricing.point.tariffs')}
        options={['1', '2'].map((value) => ({ value, label: value }))}
      />
      <fieldset className={styles.agreed}>
        <legend>{t('location_pricing.point.agreed')} [kW]</legend>
        <p className={styles.soft}>{t('location_pricing.point.agreed_help')}</p>
        <div className={styles.powers}>
          {fields.map((field) => (
            <TextField key={field} {...form.text(field)} inputMode="decimal" />
          ))}
        </div>
      </fieldset>
      <SelectField
        {...withoutError(form.text('limitSetBy'))}
        label={t('location_pricing.point.set_by')}
        options={[
          { value: 'operator', label: t('location_pricing.point.set_by_operator') },
          { value: 'user', label: t('location_pricing.point.set_by_user') },
        ]}
      />
      <SelectField
        {...withoutError(form.text('netMetering'))}
        label={t('portal.details.netMetering')}
        placeholder={t('portal.details.unknown')}
        options={[
          { value: 'true', label: t('portal.details.yes') },
          { value: 'false', label: t('portal.details.no') },
        ]}
      />
    </div>
  )
}

/** A list offers only what is right. */
const withoutError = ({ error: _, ...field }: ReturnType<ReturnType<typeof useForm<PointValues>>['text']>) =>
  field
