import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import styles from './modal.module.css'

interface ModalProps {
  title: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
  size?: 'normal' | 'wide'
  /** Off if a stray click would lose input. */
  closesOnMask?: boolean
}

/** Mounted means open. The browser's native dialog traps focus, makes the rest inert and restores focus. */
export function Modal({
  title,
  closeLabel,
  onClose,
  children,
  size = 'normal',
  closesOnMask = true,
}: ModalProps) {
  const headingId = useId()
  return (
    <DialogFrame
      className={`${styles.modal} ${size === 'wide' ? styles.wide : ''}`}
      labelledBy={headingId}
      onClose={onClose}
      closesOnMask={closesOnMask}
    >
      <div className={styles.header}>
        <h2 id={headingId}>{title}</h2>
        <IconButton label={closeLabel} onClick={onClose}>
          <IconX size={18} />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
    </DialogFrame>
  )
}

/** The same from the left edge, for the sidebar on a small screen. */
export function Drawer({
  label,
  onClose,
  children,
}: {
  label: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <DialogFrame className={`${styles.modal} ${styles.drawer}`} label={label} onClose={onClose} closesOnMask>
      {children}
    </DialogFrame>
  )
}

interface DialogFrameProps {
  className: string
  label?: string
  labelledBy?: string
  closesOnMask: boolean
  onClose: () => void
  children: ReactNode
}

function DialogFrame({ className, label, labelledBy, closesOnMask, onClose, children }: DialogFrameProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current!
    dialog.showModal()
    focusFirst(dialog)
    return () => dialog.close()
  }, [])
  // A step that replaces another takes the focused button away with it.
  useLayoutEffect(() => {
    const dialog = ref.current!
    if (!dialog.contains(document.activeElement)) focusFirst(dialog)
  })
  const closeOnMask = (event: MouseEvent) => {
    if (closesOnMask && event.target === ref.current) onClose()
  }
  // Browsers close a dialog whatever the page says when Escape comes a second time without another action between, and
  // several dialogs at once: so Escape is taken before it becomes their cancel event.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    // An open menu is closed first, by the browser.
    if (ref.current!.querySelector('[popover=auto]:popover-open')) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  // What the system's back gesture has closed in spite of us asks as well, and stays until it is answered.
  const reopen = () => {
    const dialog = ref.current
    if (!dialog || dialog.open) return
    dialog.showModal()
    onClose()
  }
  return (
    <dialog
      ref={ref}
      className={className}
      aria-label={label}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={reopen}
      onKeyDown={closeOnEscape}
      onClick={closeOnMask}
    >
      <div className={styles.frame}>{children}</div>
    </dialog>
  )
}

const fields = ['input:not([type=hidden])', 'select', 'textarea'].map((field) => `form ${field}`)

/**
 * A form begins in its first field, among radio buttons at the chosen one; otherwise at the marked element. By default
 * the browser would focus the button that closes the dialog.
 */
function focusFirst(dialog: HTMLDialogElement): void {
  const open = [...dialog.querySelectorAll<HTMLInputElement>(fields.join(','))].filter(
    (field) => !field.disabled && field.getAttribute('aria-disabled') !== 'true',
  )
  const [first] = open
  const chosen =
    first?.type === 'radio' ? open.find(({ name, checked }) => checked && name === first.name) : undefined
  const found = chosen ?? first ?? dialog.querySelector<HTMLElement>('[data-autofocus]')
  found?.focus()
}
