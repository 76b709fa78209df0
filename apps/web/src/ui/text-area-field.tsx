import { type ComponentProps, useId } from 'react'
import { describedBy } from './described-by.ts'
import styles from './field.module.css'

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  label: string
  value: string
  onChange: (value: string) => void
  /** The hint below the field. */
  help?: string
  error?: string
}

/** A text of several lines, which grows with its content. */
export function TextAreaField({ label, value, onChange, help, error, ...rest }: TextAreaFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        rows={3}
        {...rest}
        id={id}
        className={styles.input}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { error, help })}
        onChange={(event) => onChange(event.target.value)}
      />
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
