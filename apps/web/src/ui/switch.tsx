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
  isLabelHidden = false,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** The last change is being saved; the focus stays. */
  isBusy?: boolean
  /** Why it is disabled; it stays focusable, so that the reason can be read. */
  lockedBecause?: string
  /** What is beside it says the same. */
  isLabelHidden?: boolean
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
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
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
