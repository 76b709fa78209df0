import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { IconButton } from './button.tsx'
import { describedBy } from './described-by.ts'
import styles from './field.module.css'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'size'> {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  /** The hint below the field. */
  help?: string
  error?: string
  /** For a password: the label of the eye. */
  showLabel?: string
  hideLabel?: string
  /** A small button at the end of the field. */
  inside?: ReactNode
  /** If the position of the field explains its purpose. */
  isLabelHidden?: boolean
}

export function TextField({
  label,
  value,
  onChange,
  hint,
  help,
  error,
  type = 'text',
  showLabel,
  hideLabel,
  inside,
  isLabelHidden = false,
  ...rest
}: TextFieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const eye = showLabel && hideLabel ? (isShown ? hideLabel : showLabel) : null
  return (
    <div className={styles.field}>
      <label className={isLabelHidden ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label} {hint && <span className={styles.hint}>{hint}</span>}
      </label>
      <div className={styles.box}>
        <input
          {...rest}
          id={id}
          type={eye && isShown ? 'text' : type}
          className={`${styles.input} ${eye || inside ? styles.withButton : ''}`}
          value={value}
          aria-invalid={error ? true : rest['aria-invalid']}
          aria-describedby={describedBy(id, { error, help })}
          onChange={(event) => onChange(event.target.value)}
        />
        {inside && <div className={styles.inside}>{inside}</div>}
        {eye && (
          <div className={styles.inside}>
            <IconButton label={eye} onClick={() => setShown(!isShown)}>
              {isShown ? <IconEyeOff size={18} stroke={1.6} /> : <IconEye size={18} stroke={1.6} />}
            </IconButton>
          </div>
        )}
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
