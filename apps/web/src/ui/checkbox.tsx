import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

export function Checkbox({
  label,
  hint,
  checked,
  onChange,
  name,
  error,
  isDisabled = false,
}: {
  label: ReactNode
  /** Its effect, if the label alone is not enough. */
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
  error?: string
  isDisabled?: boolean
}) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.check}>
        <input
          type="checkbox"
          name={name}
          checked={checked}
          disabled={isDisabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={
            [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
          }
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.checkHint}>
          {hint}
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
