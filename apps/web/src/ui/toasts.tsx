import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { closeToast, getToasts, subscribeToToasts } from './toast-store.ts'
import styles from './toasts.module.css'

/**
 * Above everything. An open dialog makes the rest of the page inert, to a screen reader too, so messages are shown and
 * read out inside of the topmost one.
 */
export function Toasts({ closeLabel }: { closeLabel: string }) {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts)
  const newest = toasts.at(-1)?.id
  const host = useHost(newest)
  return createPortal(
    <Region newest={newest}>
      {toasts.map(({ id, message, tone, action }) => (
        <div
          key={id}
          role={tone === 'danger' ? 'alert' : undefined}
          className={`${styles.toast} ${tone === 'default' ? '' : styles[tone]}`}
        >
          <span>{message}</span>
          {action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                closeToast(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className={styles.close}
            aria-label={closeLabel}
            onClick={() => closeToast(id)}
          >
            <IconX size={16} />
          </button>
        </div>
      ))}
    </Region>,
    host,
  )
}

/** Always shown, so that a screen reader knows it before a message arrives; each message brings it to the top anew. */
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
    <div ref={ref} className={styles.region} popover="manual" role="status" aria-live="polite">
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
