import { IconLock } from '@tabler/icons-react'
import { useId } from 'react'
import styles from './switch.module.css'

/** On or off at once, without a form around it. */
export function Switch({
  label,
  checked,
  onChange,
  isBusy = false,
  lockedBecause,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** The last change is on its way; the focus stays. */
  isBusy?: boolean
  /** Why it cannot be switched here; it keeps its place among the others, so that the reason can be read there. */
  lockedBecause?: string
}) {
  const reasonId = useId()
  const isLocked = lockedBecause !== undefined
  return (
    <label className={styles.switch} data-locked={isLocked || undefined}>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-disabled={isLocked || isBusy || undefined}
        aria-describedby={isLocked ? reasonId : undefined}
        data-tooltip={lockedBecause}
        onChange={(event) => {
          if (!isLocked && !isBusy) onChange(event.target.checked)
        }}
      />
      <span>{label}</span>
      {isLocked && (
        <>
          <IconLock className={styles.lock} size={14} stroke={1.8} aria-hidden />
          <span id={reasonId} className="visually-hidden">
            {lockedBecause}
          </span>
        </>
      )}
    </label>
  )
}
