import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

export function Checkbox({
  label,
  checked,
  onChange,
  name,
  error,
  isDisabled = false,
}: {
  label: ReactNode
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
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
