import { rowsInUse } from '@ohmstead/pricing/time-plan/find-uncovered'
import {
  type CellArea,
  cellsOfDay,
  copyDay,
  isEmptyDay,
  type WeekCells,
} from '@ohmstead/pricing/time-plan/week-cells'
import { useState } from 'react'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { useRowNames } from './plan-text.ts'
import { RowChecks } from './row-checks.tsx'

/** Copies a day to others of the season. A day without hours has nothing to copy. */
export function CopyDayModal({
  plan,
  area,
  cells,
  onCopied,
  onClose,
}: {
  plan: TimePlanView
  area: Pick<CellArea, 'type' | 'seasonId'>
  cells: WeekCells
  onCopied: (cells: WeekCells) => void
  onClose: () => void
}) {
  const t = useT()
  const rowName = useRowNames()
  const rows = rowsInUse(plan)
  const isEmpty = (row: (typeof rows)[number]) => isEmptyDay(cellsOfDay(cells, area.type, area.seasonId, row))
  const [from, setFrom] = useState(rows.find((row) => !isEmpty(row)) ?? rows[0]!)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const others = rows.filter((row) => row !== from)
  const submit = () => {
    if (isEmpty(from)) return setFailure(t('time_of_use.empty_day'))
    const to = others.filter((row) => chosen.includes(row))
    if (to.length === 0) return setFailure(t('time_of_use.copy.choose'))
    onCopied(copyDay(cells, { ...area, from, to }))
    onClose()
  }
  return (
    <FormModal
      title={t('time_of_use.week.copy_day')}
      failure={failure}
      action={t('time_of_use.action.copy')}
      isBusy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label={t('time_of_use.copy.from')}
        value={String(from)}
        options={rows.map((row) => ({ value: String(row), label: rowName(row) }))}
        onChange={(value) => {
          setFrom(rows.find((row) => String(row) === value) ?? from)
          setFailure(null)
        }}
      />
      <RowChecks rows={others} chosen={chosen} onChange={setChosen} />
    </FormModal>
  )
}
