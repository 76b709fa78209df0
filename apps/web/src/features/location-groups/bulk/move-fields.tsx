import type { BulkWish } from '@ohmstead/contract/bulk-changes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../../shared/i18n/use-t.ts'
import { listGroupOptions } from '../../../shared/navigation/group-options.ts'
import { companyMenuQuery } from '../../../shared/navigation/menu-query.ts'
import { SelectField } from '../../../ui/select-field.tsx'

/** Into which group of the company. */
export function MoveFields({
  companyId,
  onWish,
}: {
  companyId: number
  onWish: (wish: BulkWish | null) => void
}) {
  const t = useT()
  const { data } = useQuery(companyMenuQuery(companyId))
  const [target, setTarget] = useState('')
  const options = data
    ? [
        { value: String(data.company.rootGroup.id), label: data.company.name },
        ...listGroupOptions(data.structure, 1),
      ]
    : []
  return (
    <SelectField
      label={t('location_groups.move.into')}
      value={target}
      placeholder={t('bulk_changes.form.pick')}
      options={options}
      onChange={(value) => {
        setTarget(value)
        onWish(value === '' ? null : { action: 'group', locationGroupId: Number(value) })
      }}
    />
  )
}
