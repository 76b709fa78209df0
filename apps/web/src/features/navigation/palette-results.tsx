import { IconArrowRight, IconUser } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { NodeIcon } from '../../shared/node-icon.tsx'
import styles from './command-palette.module.css'
import { type Asked, dropShownLocations, type PaletteEntry, rankEntries } from './palette-entries.ts'
import { usePaletteEntries } from './use-palette-entries.tsx'
import { usePaletteFound } from './use-palette-found.ts'
import { usePalettePeople } from './use-palette-people.ts'

interface Props {
  id: string
  asked: Asked
  active: number
  onCount: (count: number) => void
  onSelect: (index: number) => void
  /** There is nothing to open. */
  onNone: () => void
  onClose: () => void
}

/** Every matching place, device, person, page and action of this person, best first. */
export function PaletteResults({ id, asked, active, onCount, onSelect, onNone, onClose }: Props) {
  const t = useT()
  const { text, isEntered } = asked
  const places = usePaletteEntries()
  const people = usePalettePeople(text, isEntered)
  const fleet = usePaletteFound(text, isEntered)
  const isWaiting = places.isWaiting || people.isWaiting || fleet.isWaiting
  const found = useMemo(() => {
    const others = dropShownLocations(fleet.entries, places.entries)
    return rankEntries([...places.entries, ...people.entries, ...others], text)
  }, [places.entries, people.entries, fleet.entries, text])
  useLayoutEffect(() => onCount(found.length), [found.length, onCount])
  const run = (index: number) => {
    const entry = found[index]
    if (!entry) return onNone()
    onClose()
    entry.run()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter waits for the answers, and opens what they bring once
  useEffect(() => {
    if (isEntered && !isWaiting) run(active)
  }, [isEntered, isWaiting])
  return (
    <div className={styles.results}>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('navigation.palette.results')}
        aria-busy={isWaiting}
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
            onPointerMove={() => index !== active && onSelect(index)}
            onClick={() => run(index)}
          >
            <EntryIcon entry={entry} />
            <span className={styles.title}>{entry.title}</span>
            <span className={styles.detail}>{entry.detail}</span>
          </div>
        ))}
      </div>
      <p className={styles.none} role="status">
        {found.length > 0
          ? ''
          : isWaiting
            ? t('navigation.palette.searching')
            : t('navigation.palette.none', { text })}
      </p>
    </div>
  )
}

function EntryIcon({ entry: { node, isPerson, icon } }: { entry: PaletteEntry }) {
  if (icon) return <NodeIcon type={icon.type} category={icon.category} />
  if (node) return <NodeIcon type={node.type} category={node.category?.value} />
  return isPerson ? <IconUser size={18} stroke={1.6} /> : <IconArrowRight size={18} stroke={1.6} />
}
