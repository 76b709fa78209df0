import { useId } from 'react'
import styles from './choice-field.module.css'

interface ChoiceFieldProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string; text?: string }[]
  onChange: (value: Value) => void
}

/** A few options of which each is worth a sentence. */
export function ChoiceField<Value extends string>({
  label,
  value,
  options,
  onChange,
}: ChoiceFieldProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label
            key={option.value}
            className={styles.option}
            data-chosen={option.value === value || undefined}
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>
              <strong>{option.label}</strong>
              {option.text && <small>{option.text}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
