import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useId, useRef } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import styles from './charts.module.css'

/** Folds controls away where they would push the chart off a small screen. */
export function ViewPopover({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLFieldSetElement>(null)
  const place = () => {
    panel.current!.style.top = `${button.current!.getBoundingClientRect().bottom + 4}px`
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        className={`${buttonClass({ variant: 'quiet' })} ${styles.viewButton}`}
        aria-label={label}
      >
        <IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden />
      </button>
      <fieldset
        ref={panel}
        id={id}
        popover="auto"
        aria-label={label}
        className={styles.viewPopover}
        onBeforeToggle={place}
      >
        {children}
      </fieldset>
    </>
  )
}
