import type { MemberRole, SharingScheme } from '@ohmstead/domain/sharing/sharing-terms'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Pager } from '../../shared/people/pager.tsx'
import { PlainSelect } from '../../shared/plain-select/plain-select.tsx'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { matchesWords } from '../../ui/match-words.ts'
import { TextField } from '../../ui/text-field.tsx'
import styles from './energy-sharing.module.css'
import { type OwnPlace, rolesOf, useOwnPlaces } from './own-places.ts'

/** The places chosen so far, with the part each takes. */
export type ChosenPlaces = ReadonlyMap<string, { place: OwnPlace; role: MemberRole }>

interface PlaceChoiceProps {
  scheme: SharingScheme
  /** Places that are members already. */
  without?: ReadonlySet<string>
  chosen: ChosenPlaces
  onChange: (chosen: ChosenPlaces) => void
}

const pageSize = 25

/** One's own places, many at once: searched, all that were found chosen by one press in one role, which each may change. */
export function PlaceChoice({ scheme, without, chosen, onChange }: PlaceChoiceProps) {
  const t = useT()
  const format = useFormat()
  const { places, isLoading, failed } = useOwnPlaces()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const roles = rolesOf(scheme)
  const [role, setRole] = useState(roles[0]!)
  if (failed) return <FailedState error={failed.error} onRetry={() => void failed.refetch()} />
  if (isLoading) return <Skeleton height={220} radius={12} />
  const free = places.filter(({ key }) => !without?.has(key))
  const found = free.filter(({ label }) => matchesWords(label, typed))
  const options = roles.map((one) => ({ value: one, label: t(`energy_sharing.role.${one}`) }))
  const choose = (some: readonly OwnPlace[], isOn: boolean) => {
    const next = new Map(chosen)
    for (const place of some) {
      if (!isOn) next.delete(place.key)
      else if (!next.has(place.key)) next.set(place.key, { place, role })
    }
    onChange(next)
  }
  const areAllChosen = found.length > 0 && found.every(({ key }) => chosen.has(key))
  if (free.length === 0) return <p className={styles.soft}>{t('energy_sharing.places.none')}</p>
  return (
    <div className={styles.places}>
      {free.length > 6 && (
        <div className={styles.tools}>
          <TextField
            type="search"
            label={t('energy_sharing.places.search')}
            value={typed}
            autoComplete="off"
            onChange={(text) => {
              setTyped(text)
              setPage(1)
            }}
          />
          <PlainSelect
            label={t('energy_sharing.field.role')}
            value={role}
            options={options}
            onChange={setRole}
          />
          <Button disabled={found.length === 0} onClick={() => choose(found, !areAllChosen)}>
            {t(areAllChosen ? 'energy_sharing.places.choose_none' : 'energy_sharing.places.choose_all', {
              count: format.number(found.length),
            })}
          </Button>
        </div>
      )}
      <ul className={styles.placeList} aria-label={t('energy_sharing.own.places')}>
        {found.slice((page - 1) * pageSize, page * pageSize).map((place) => (
          <li key={place.key}>
            <Checkbox
              label={place.label}
              hint={place.kind === 'point' ? t('location_pricing.point.heading') : undefined}
              checked={chosen.has(place.key)}
              onChange={(isOn) => choose([place], isOn)}
            />
            {chosen.has(place.key) && (
              <PlainSelect
                label={t('energy_sharing.role.of', { name: place.label })}
                value={chosen.get(place.key)!.role}
                options={options}
                onChange={(own) => onChange(new Map(chosen).set(place.key, { place, role: own }))}
              />
            )}
          </li>
        ))}
      </ul>
      <Pager page={page} total={found.length} pageSize={pageSize} onPage={setPage} />
      <p role="status" className={styles.soft}>
        {t('energy_sharing.places.chosen', { count: chosen.size })}
        {scheme === 'sharing' && chosen.size > 0 && `. ${t('energy_sharing.role.help')}`}
      </p>
    </div>
  )
}
