import type { BulkWish } from '@ohmstead/contract/bulk-changes'
import type { BulkAction } from '@ohmstead/domain/fleet/bulk-change'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { FormModal } from '../../../shared/forms/form-modal.tsx'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { errorText } from '../../../shared/states/page-states.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { BulkPreview, useBulkPreview } from './bulk-preview.tsx'
import { bulkKey } from './bulk-queries.ts'
import { MoveFields } from './move-fields.tsx'
import { ParameterFields } from './parameter-fields.tsx'
import { RuleFields } from './rule-fields.tsx'
import { UpdateFields } from './update-fields.tsx'

const offered = ['group', 'parameter', 'rule', 'update'] as const satisfies BulkAction[]

/** What becomes of the marked locations; before it starts it says how many it would touch, and why not the others. */
export function BulkModal({
  companyId,
  locationGroupId,
  ids,
  onStarted,
  onClose,
}: {
  companyId: number
  locationGroupId: number
  ids: readonly number[]
  onStarted: (bulkChangeId: number) => void
  onClose: () => void
}) {
  const t = useT()
  const format = useFormat()
  const queryClient = useQueryClient()
  const [action, setAction] = useState<(typeof offered)[number]>(offered[0])
  const [wish, setWish] = useState<BulkWish | null>(null)
  const preview = useBulkPreview(locationGroupId, wish, ids)
  const start = useMutation({
    mutationFn: () =>
      call('POST /location-groups/:locationGroupId/bulk-changes', {
        params: { locationGroupId },
        body: { locationIds: [...ids], wish: wish! },
      }),
    onSuccess: ({ change }) => {
      void queryClient.invalidateQueries({ queryKey: bulkKey })
      onStarted(change.id)
    },
  })
  const touched = preview.data?.touched ?? 0
  return (
    <FormModal
      title={t('bulk_changes.form.title')}
      lead={<p>{t('bulk_changes.select.count', { count: format.number(ids.length) })}</p>}
      failure={start.error ? errorText(start.error, t) : null}
      action={t('bulk_changes.form.start', { count: format.number(touched) })}
      isDisabled={wish === null || touched === 0}
      isBusy={start.isPending}
      onSubmit={() => start.mutate()}
      onClose={onClose}
    >
      <SelectField
        label={t('bulk_changes.form.action')}
        value={action}
        options={offered.map((value) => ({ value, label: t(`bulk_changes.action.${value}`) }))}
        onChange={(value) => {
          setAction(offered.find((one) => one === value) ?? offered[0])
          setWish(null)
        }}
      />
      {action === 'group' && <MoveFields companyId={companyId} onWish={setWish} />}
      {action === 'parameter' && <ParameterFields {...{ locationGroupId, ids }} onWish={setWish} />}
      {action === 'rule' && <RuleFields onWish={setWish} />}
      {action === 'update' && <UpdateFields onWish={setWish} />}
      <BulkPreview wish={wish} preview={preview} />
    </FormModal>
  )
}
