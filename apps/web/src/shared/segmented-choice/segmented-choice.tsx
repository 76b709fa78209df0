import { useId } from 'react'
import styles from './segmented-choice.module.css'

interface Option<Value extends string> {
  value: Value
  label: string
  hint?: string
}

interface Props<Value extends string> {
  label: string
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
}

/** A few exclusive options side by side; a group of radio buttons to the keyboard and to screen readers. */
export function SegmentedChoice<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option} data-tooltip={option.hint}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
