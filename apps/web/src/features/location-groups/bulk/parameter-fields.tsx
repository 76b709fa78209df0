import type { BulkSettingView, BulkWish } from '@ohmstead/contract/bulk-changes'
import { checkParameter } from '@ohmstead/domain/fleet/check-parameter'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explainParameter } from '../../../shared/explain-parameter.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { formatParameter } from '../../../shared/parameter-name.ts'
import { parseDecimalText } from '../../../shared/portal/price-text.ts'
import { FailedState, Skeleton } from '../../../shared/states/page-states.tsx'
import { useParameterText } from '../../../shared/use-parameter-text.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './bulk.module.css'
import { bulkSettingsQuery } from './bulk-queries.ts'

interface Props {
  locationGroupId: number
  ids: readonly number[]
  onWish: (wish: BulkWish | null) => void
}

/** One of the settings that devices of the marked locations have, and its new value. */
export function ParameterFields({ locationGroupId, ids, onWish }: Props) {
  const t = useT()
  const { data, error, refetch } = useQuery(bulkSettingsQuery(locationGroupId, ids))
  const [place, setPlace] = useState('')
  if (!data && error) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={64} radius={8} />
  if (data.length === 0) return <p className={styles.soft}>{t('bulk_changes.parameter.none')}</p>
  const setting = data[Number(place)]
  return (
    <>
      <SelectField
        label={t('bulk_changes.parameter.which')}
        value={place}
        placeholder={t('bulk_changes.form.pick')}
        options={data.map(({ category, name, unit, devices }, index) => ({
          value: String(index),
          label: `${t(`device.category.${category}`)}: ${formatParameter(name, t)}${unit ? ` [${unit}]` : ''} (${devices})`,
        }))}
        onChange={(value) => {
          setPlace(value)
          onWish(null)
        }}
      />
      {place !== '' && setting && <ValueField key={place} setting={setting} onWish={onWish} />}
    </>
  )
}

function ValueField({ setting, onWish }: { setting: BulkSettingView; onWish: Props['onWish'] }) {
  const t = useT()
  const write = useParameterText()
  const [typed, setTyped] = useState('')
  const parse = (text: string) =>
    setting.type === 'number'
      ? parseDecimalText(text)
      : setting.type === 'boolean'
        ? text === 'true'
        : text.trim()
  const change = (text: string) => {
    setTyped(text)
    const value = parse(text)
    const isValid = text !== '' && value !== null && checkParameter(setting, value) === null
    const { category, name: parameter } = setting
    onWish(isValid ? { action: 'parameter', category, parameter, value } : null)
  }
  const choices = setting.type === 'boolean' ? ['true', 'false'] : setting.options
  if (choices)
    return (
      <SelectField
        label={t('bulk_changes.parameter.value')}
        value={typed}
        placeholder={t('bulk_changes.form.pick')}
        options={choices.map((value) => ({
          value,
          label: write(setting, setting.type === 'boolean' ? value === 'true' : value),
        }))}
        onChange={change}
      />
    )
  const broken = typed === '' ? null : checkParameter(setting, parse(typed))
  return (
    <TextField
      label={t('bulk_changes.parameter.value')}
      value={typed}
      inputMode={setting.type === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      onChange={change}
      {...(setting.unit && { hint: `[${setting.unit}]` })}
      {...(broken && { error: explainParameter(broken, setting, t, write) })}
    />
  )
}
