import { IconChevronDown } from '@tabler/icons-react'
import { type ComponentProps, useId } from 'react'
import { describedBy } from './described-by.ts'
import styles from './field.module.css'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'onChange' | 'value' | 'children'> {
  label: string
  value: string
  options: readonly { value: string; label: string; disabled?: boolean }[]
  onChange: (value: string) => void
  /** Shown while nothing is chosen; without it the first option is. */
  placeholder?: string
  error?: string
  /** The hint below the field. */
  help?: string
  isLabelHidden?: boolean
}

/** The browser's native list: quick by keyboard, and the phone's wheel on a phone. */
export function SelectField({
  label,
  value,
  options,
  onChange,
  placeholder,
  error,
  help,
  isLabelHidden = false,
  ...rest
}: SelectFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={isLabelHidden ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <select
          {...rest}
          id={id}
          className={styles.input}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { error, help })}
          onChange={(event) => onChange(event.target.value)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <IconChevronDown className={styles.chevron} size={16} aria-hidden />
      </div>
      {help && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
