import { IconArrowRight } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { NodeIcon } from '../../shared/node-icon.tsx'
import { nextIndex } from '../../ui/menu.tsx'
import styles from './command-palette.module.css'
import { rankEntries } from './palette-entries.ts'
import { usePaletteEntries } from './use-palette-entries.tsx'

/** Type where to go: every place, device, page and action of this person. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const t = useT()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [selected, setSelected] = useState(0)
  const entries = usePaletteEntries()
  const found = useMemo(() => rankEntries(entries, text), [entries, text])
  const active = Math.min(selected, Math.max(0, found.length - 1))

  useLayoutEffect(() => {
    const element = dialog.current!
    element.showModal()
    return () => element.close()
  }, [])
  const run = (index: number) => {
    const entry = found[index]
    if (!entry) return
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      return run(active)
    }
    // Home and End stay with the text.
    const target = event.key.startsWith('Arrow') ? nextIndex(event.key, active, found.length) : null
    if (target === null) return
    event.preventDefault()
    setSelected(target)
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
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        aria-label={t('navigation.palette.open')}
        placeholder={t('navigation.palette.placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setSelected(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('navigation.palette.results')}
        className={styles.list}
      >
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field above has the keyboard
          <div
            key={entry.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            onPointerMove={() => setSelected(index)}
            onClick={() => run(index)}
          >
            {entry.node ? (
              <NodeIcon type={entry.node.type} category={entry.node.category?.value} />
            ) : (
              <IconArrowRight size={18} stroke={1.6} />
            )}
            <span className={styles.title}>{entry.title}</span>
            <span className={styles.detail}>{entry.detail}</span>
          </div>
        ))}
        {found.length === 0 && <p className={styles.none}>{t('navigation.palette.none', { text })}</p>}
      </div>
      <p className={styles.hint}>{t('navigation.palette.hint')}</p>
    </dialog>
  )
}
