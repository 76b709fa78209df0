import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { useT } from '../i18n/use-t.ts'
import styles from './assumption-form.module.css'
import { NumberField } from './number-field.tsx'
import pageStyles from './what-if.module.css'

/** The limits of a number, and its unit. */
export type Bounds<Name extends string> = Record<Name, readonly [unit: string, min: number, max: number]>

interface QuestionGroup<Name extends string> {
  key: string
  heading: string
  fields: readonly Name[]
  /** Options besides the numbers. */
  children?: ReactNode
}

interface AssumptionFormProps<Name extends string> {
  /** All of it in a line, read while the form is folded. */
  summary: string
  groups: readonly QuestionGroup<Name>[]
  bounds: Bounds<Name>
  label: (name: Name) => string
  values: Record<Name, number>
  onChange: (name: Name, value: number) => void
  isChanged: boolean
  onReset: () => void
}

/** All assumptions of a what-if, folded to one line, each editable. */
export function AssumptionForm<Name extends string>({
  summary,
  groups,
  bounds,
  label,
  values,
  onChange,
  isChanged,
  onReset,
}: AssumptionFormProps<Name>) {
  const t = useT()
  return (
    <details className={styles.assumptions}>
      <summary>
        <span className={styles.assumed}>
          <strong>{t('what_if.assumed')}</strong> {summary}
        </span>
        <span className={styles.changeHint} aria-hidden>
          {t('what_if.change')}
        </span>
      </summary>
      <div className={styles.groups}>
        {groups.map(({ key, heading, fields, children }) => (
          <fieldset key={key} className={styles.group}>
            <legend>{heading}</legend>
            <div className={pageStyles.fields}>
              {fields.map((name) => {
                const [unit, min, max] = bounds[name]
                return (
                  <NumberField
                    key={name}
                    name={name}
                    label={label(name)}
                    unit={unit === 'years' ? t('what_if.unit.years') : unit}
                    min={min}
                    max={max}
                    value={values[name]}
                    onChange={(value) => onChange(name, value)}
                  />
                )
              })}
            </div>
            {children}
          </fieldset>
        ))}
        {isChanged && (
          <div>
            <Button size="small" onClick={onReset}>
              {t('what_if.reset')}
            </Button>
          </div>
        )}
      </div>
    </details>
  )
}
