import type { TimePlanBlock } from '@ohmstead/domain/pricing/time-plan'
import { formatMinute } from '@ohmstead/domain/time/format-minute'
import { rowsInUse } from '@ohmstead/pricing/time-plan/find-uncovered'
import type { CellArea } from '@ohmstead/pricing/time-plan/week-cells'
import { useState } from 'react'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'
import formStyles from '../../ui/form.module.css'
import { SelectField } from '../../ui/select-field.tsx'
import { RowChecks } from './row-checks.tsx'

const quarters = Array.from({ length: 97 }, (_, quarter) => ({
  value: String(quarter),
  label: formatMinute(quarter * 15),
}))

/** Hours given to a block without painting: days, from, to. */
export function HoursModal({
  plan,
  area,
  blocks,
  brush,
  onPaint,
  onClose,
}: {
  plan: TimePlanView
  area: Pick<CellArea, 'type' | 'seasonId'>
  blocks: readonly TimePlanBlock[]
  brush: number | null
  onPaint: (area: CellArea, blockId: number | null) => void
  onClose: () => void
}) {
  const t = useT()
  const [rows, setRows] = useState<readonly number[]>(rowsInUse(plan))
  const [from, setFrom] = useState('0')
  const [to, setTo] = useState('96')
  const [block, setBlock] = useState(String(brush ?? ''))
  const [failure, setFailure] = useState<string | null>(null)
  const submit = () => {
    if (rows.length === 0) return setFailure(t('time_of_use.copy.choose'))
    if (Number(from) >= Number(to)) return setFailure(t('time_of_use.hours.order'))
    const weekdays = rowsInUse(plan).filter((row) => rows.includes(row))
    onPaint({ ...area, weekdays, from: Number(from), to: Number(to) }, block === '' ? null : Number(block))
    onClose()
  }
  return (
    <FormModal
      title={t('time_of_use.week.enter_hours')}
      failure={failure}
      action={t('time_of_use.hours.apply')}
      isBusy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label={t('time_of_use.week.brush')}
        value={block}
        placeholder={t('time_of_use.week.erase')}
        options={blocks.map(({ id, title }) => ({ value: String(id), label: title }))}
        onChange={setBlock}
      />
      <div className={formStyles.pair}>
        <SelectField
          label={t('time_of_use.hours.from')}
          value={from}
          options={quarters.slice(0, -1)}
          onChange={setFrom}
        />
        <SelectField
          label={t('time_of_use.hours.to')}
          value={to}
          options={quarters.slice(1)}
          onChange={setTo}
        />
      </div>
      <RowChecks rows={rowsInUse(plan)} chosen={rows} onChange={setRows} />
    </FormModal>
  )
}
