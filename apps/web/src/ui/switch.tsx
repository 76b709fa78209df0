import styles from './switch.module.css'

/** On or off at once, without a form around it. */
export function Switch({
  label,
  checked,
  onChange,
  isDisabled = false,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  isDisabled?: boolean
}) {
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
