import { type KeyboardEvent, Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { PartBoundary } from '../../shared/states/part-boundary.tsx'
import { nextIndex } from '../../ui/menu.tsx'
import styles from './command-palette.module.css'
import type { Asked } from './palette-entries.ts'

const PaletteResults = lazyPart(async () => (await import('./palette-results.tsx')).PaletteResults)

const nothing: Asked = { text: '', selected: 0, isEntered: false }

/** Type where to go. The field is available at once; the results are loaded on first use. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const t = useT()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, setAsked] = useState(nothing)
  const [count, setCount] = useState(0)
  const active = Math.min(asked.selected, Math.max(0, count - 1))

  useLayoutEffect(() => {
    const element = dialog.current!
    element.showModal()
    return () => element.close()
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    // The same key confirms text being composed by an input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      return setAsked({ ...asked, isEntered: true })
    }
    // Home and End stay with the text.
    const target = event.key.startsWith('Arrow') ? nextIndex(event.key, active, count) : null
    if (target === null) return
    event.preventDefault()
    setAsked({ ...asked, selected: target, isEntered: false })
    document.getElementById(`${id}-${target}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape arrives as the dialog's own cancel event
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('navigation.palette.open')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <input
        className={styles.input}
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
        aria-label={t('navigation.palette.open')}
        placeholder={t('navigation.palette.placeholder')}
        value={asked.text}
        onChange={(event) => setAsked({ ...nothing, text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <PartBoundary>
        <Suspense fallback={<div className={styles.results} />}>
          <PaletteResults
            id={id}
            asked={asked}
            active={active}
            onCount={setCount}
            onSelect={(selected) => setAsked({ ...asked, selected })}
            onNone={() => setAsked({ ...asked, isEntered: false })}
            onClose={onClose}
          />
        </Suspense>
      </PartBoundary>
      <p className={styles.hint}>{t('navigation.palette.hint')}</p>
    </dialog>
  )
}
