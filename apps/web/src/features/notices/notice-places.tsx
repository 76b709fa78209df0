import type { NoticeSettings } from '@ohmstead/contract/notices'
import { IconX } from '@tabler/icons-react'
import { useT } from '../../shared/i18n/use-t.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { ComboboxField } from '../../ui/combobox-field.tsx'
import cardStyles from '../../ui/settings-card.module.css'
import styles from './notices.module.css'
import { type PlaceKind, usePlaceOptions } from './use-place-options.ts'

type Places = NonNullable<NoticeSettings['places']>

const noPlaces: Places = { company_ids: [], location_group_ids: [], location_ids: [] }

/** Of which places: all that one sees, now and later, or chosen companies, groups and locations. */
export function NoticePlaces({
  places,
  onChange,
}: {
  places: Places | null
  onChange: (places: Places | null) => void
}) {
  const t = useT()
  const options = usePlaceOptions()
  const chosen = places === null ? [] : listPlaces(places)
  const open = options.filter(({ kind, id }) => !chosen.some((one) => one.kind === kind && one.id === id))
  const nameOf = (place: { kind: PlaceKind; id: number }) =>
    options.find(({ kind, id }) => kind === place.kind && id === place.id)?.label ?? `#${place.id}`
  const add = (value: string) => {
    const option = open.find((one) => one.value === value)
    if (option && places) onChange({ ...places, [option.kind]: [...places[option.kind], option.id] })
  }
  return (
    <div className={`${cardStyles.body} ${styles.group}`}>
      <h2>{t('notices.places.title')}</h2>
      <SegmentedChoice
        label={t('notices.places.title')}
        value={places === null ? 'all' : 'some'}
        options={[
          { value: 'all', label: t('notices.places.all') },
          { value: 'some', label: t('notices.places.some') },
        ]}
        onChange={(value) => onChange(value === 'all' ? null : noPlaces)}
      />
      {places !== null && (
        <>
          {chosen.length === 0 ? (
            <p className={styles.soft}>{t('notices.places.empty')}</p>
          ) : (
            <ul className={styles.chips} aria-label={t('notices.places.some')}>
              {chosen.map((place) => (
                <li key={`${place.kind}-${place.id}`}>
                  {nameOf(place)}
                  <button
                    type="button"
                    aria-label={t('notices.places.remove', { name: nameOf(place) })}
                    onClick={() =>
                      onChange({
                        ...places,
                        [place.kind]: places[place.kind].filter((id) => id !== place.id),
                      })
                    }
                  >
                    <IconX size={14} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <ComboboxField
            label={t('notices.places.add')}
            openLabel={t('notices.places.add')}
            options={open}
            value=""
            onChange={add}
            countText={(count) => t('notices.places.count', { count })}
            noneText={(text) => t('navigation.search.none', { text })}
          />
        </>
      )}
    </div>
  )
}

const listPlaces = (places: Places) =>
  (Object.keys(noPlaces) as PlaceKind[]).flatMap((kind) => places[kind].map((id) => ({ kind, id })))
