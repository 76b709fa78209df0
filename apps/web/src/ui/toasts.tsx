import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import {
  closeToast,
  getToasts,
  pauseToasts,
  resumeToasts,
  subscribeToToasts,
  type Toast,
} from './toast-store.ts'
import styles from './toasts.module.css'

/**
 * Above everything. An open dialog makes the rest of the page inert, to a screen reader too, so messages are shown and
 * announced inside the topmost one.
 */
export function Toasts({ closeLabel }: { closeLabel: string }) {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts)
  const newest = toasts.at(-1)?.id
  const host = useHost(newest)
  useUndoKey()
  // With the last message the hovered element disappears, and no event says so.
  useEffect(() => {
    if (newest === undefined) resumeToasts()
  }, [newest])
  return createPortal(
    <Region newest={newest}>
      {toasts.map(({ id, message, tone, action }) => (
        <div
          key={id}
          data-toast
          role={tone === 'danger' ? 'alert' : undefined}
          className={`${styles.toast} ${tone === 'default' ? '' : styles[tone]}`}
        >
          <span>{message}</span>
          {action && (
            <button
              type="button"
              className={styles.action}
              aria-keyshortcuts={action.isUndo ? 'Control+Z Meta+Z' : undefined}
              onClick={() => act(id, action)}
            >
              {action.label}
            </button>
          )}
          <button type="button" className={styles.close} aria-label={closeLabel} onClick={() => close(id)}>
            <IconX size={16} />
          </button>
        </div>
      ))}
    </Region>,
    host,
  )
}

function act(id: number, action: NonNullable<Toast['action']>): void {
  close(id)
  action.run()
}

/** The pointer and the focus that were in it are gone without an event. */
function close(id: number): void {
  closeToast(id)
  resumeToasts()
}

/** Ctrl+Z undoes what the newest message offers, from anywhere except a field, which has its own. */
function useUndoKey(): void {
  useEffect(() => {
    const undo = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      if (
        (event.target as Element | null)?.closest?.('input:not([type=checkbox]), textarea, [contenteditable]')
      )
        return
      const toast = getToasts().findLast(({ action }) => action?.isUndo)
      if (!toast?.action) return
      event.preventDefault()
      act(toast.id, toast.action)
    }
    document.addEventListener('keydown', undo)
    return () => document.removeEventListener('keydown', undo)
  }, [])
}

/** Always shown, so that a screen reader knows it before a message arrives; each message brings it to the top again. */
function Region({ newest, children }: { newest: number | undefined; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is the occasion
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    if (element.matches(':popover-open')) element.hidePopover()
    element.showPopover()
  }, [newest])
  return (
    <div
      ref={ref}
      className={styles.region}
      popover="manual"
      role="status"
      aria-live="polite"
      onPointerEnter={pauseToasts}
      onPointerLeave={({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) resumeToasts()
      }}
      onFocus={pauseToasts}
      onBlur={({ currentTarget }) => {
        if (!currentTarget.matches(':hover')) resumeToasts()
      }}
    >
      {children}
    </div>
  )
}

/** The topmost open dialog when the newest message came, while it is open; else the body. */
function useHost(newest: number | undefined): Element {
  const [host, setHost] = useState<Element>(document.body)
  useLayoutEffect(() => {
    if (newest === undefined) setHost(document.body)
    else setHost([...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body)
  }, [newest])
  useEffect(() => {
    if (host === document.body) return
    const leave = () => setHost(document.body)
    host.addEventListener('close', leave)
    return () => host.removeEventListener('close', leave)
  }, [host])
  return host
}
