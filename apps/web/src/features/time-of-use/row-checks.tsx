import { useT } from '../../shared/i18n/use-t.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useRowNames } from './plan-text.ts'
import styles from './time-of-use.module.css'

/** Days of the week, and public holidays, to be ticked. */
export function RowChecks({
  rows,
  chosen,
  onChange,
}: {
  rows: readonly number[]
  chosen: readonly number[]
  onChange: (rows: readonly number[]) => void
}) {
  const t = useT()
  const rowName = useRowNames()
  return (
    <fieldset className={styles.checks}>
      <legend>{t('time_of_use.copy.days')}</legend>
      {rows.map((row) => (
        <Checkbox
          key={row}
          label={rowName(row)}
          checked={chosen.includes(row)}
          onChange={(isChosen) =>
            onChange(isChosen ? [...chosen, row] : chosen.filter((other) => other !== row))
          }
        />
      ))}
    </fieldset>
  )
}
