import { useId } from 'react'
import styles from './plain-select.module.css'

interface Props<Value extends string | number> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** The browser's native select: quick by touch, keyboard and screen reader. */
export function PlainSelect<Value extends string | number>({
  label,
  value,
  options,
  onChange,
}: Props<Value>) {
  const id = useId()
  return (
    <span className={styles.field}>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <select
        id={id}
        className={styles.select}
        value={value}
        data-tooltip={label}
        onChange={(event) => {
          const chosen = options.find((option) => String(option.value) === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}
