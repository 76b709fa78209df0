import { useLingui } from '@lingui/react'
import { formatDateText } from '@ohmstead/network-fee/calendar/format-date-text'
import { formatNoteValues } from '@ohmstead/network-fee/rates/rate-note'
import { formatTag } from '../../../shared/i18n/locale.ts'
import { type MessageKey, useT } from '../../../shared/i18n/use-t.ts'
import type { RateSource } from '../calculation-data.ts'
import { OutsideLink } from './outside-link.tsx'
import styles from './rates.module.css'

/** A source as named beside a rate: an act by where it is published, news with their day. */
export function ShortSource({ name, source }: { name: string; source: RateSource | undefined }) {
  const { i18n } = useLingui()
  if (!source) return name
  const { kind, title, place, url, published } = source
  return (
    <>
      <OutsideLink href={url}>{(kind === 'law' && place) || title}</OutsideLink>
      {kind === 'press' && published && `, ${formatDateText(published, formatTag(i18n.locale))}`}
    </>
  )
}

/** All that is known of a source. */
export function SourceEntry({ source }: { source: RateSource }) {
  const t = useT()
  const { i18n } = useLingui()
  const tag = formatTag(i18n.locale)
  const { kind, title, place, url, published, notes } = source
  const about = [
    kind && t(`calculations.source_kind.${kind}`),
    published && formatDateText(published, tag),
    ...notes.map((note) =>
      t(`calculations.source_note.${note.key}` as MessageKey, formatNoteValues(note, tag)),
    ),
  ].filter(Boolean)
  return (
    <li className={styles.source}>
      <span lang={kind === 'law' ? 'sl' : undefined}>
        <OutsideLink href={url}>{title}</OutsideLink>
      </span>
      {about.length > 0 && <span className={styles.about}>{about.join(' · ')}</span>}
      {place && <span className={styles.place}>{place}</span>}
    </li>
  )
}
