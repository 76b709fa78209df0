import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import formStyles from '../../ui/form.module.css'
import { TextField } from '../../ui/text-field.tsx'
import { useT } from '../i18n/use-t.ts'
import { errorText, Skeleton } from '../states/page-states.tsx'
import { useDelayed } from '../use-delayed.ts'
import styles from './people.module.css'
import { peopleQuery } from './people-query.ts'
import { PersonChoice, type PickablePerson } from './person-choice.tsx'

const searchDelayMs = 500
const shownAtOnce = 8

/** A person of a company, found by words. */
export function PersonPicker({
  companyId,
  legend,
  none,
  value,
  onChange,
}: {
  companyId: number
  legend: string
  /** What choosing nobody means; if absent somebody must be chosen. */
  none?: string
  value: number | null
  onChange: (userId: number | null, person: PickablePerson | null) => void
}) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed, searchDelayMs)
  const { data, error } = useQuery(peopleQuery(companyId, { search }))
  const people = data?.users.slice(0, shownAtOnce) ?? []
  const more = (data?.total ?? 0) - people.length
  return (
    <>
      <TextField
        type="search"
        label={t('people.list.search')}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
      />
      {error && (
        <p className={formStyles.error} role="alert">
          {errorText(error, t)}
        </p>
      )}
      {!data && !error && <Skeleton height={160} radius={8} />}
      {data && <PersonChoice legend={legend} none={none} people={people} value={value} onChange={onChange} />}
      <p className={styles.soft} role="status">
        {data && people.length === 0 && t('people.list.none')}
        {more > 0 && t('people.picker.more', { count: more })}
      </p>
    </>
  )
}
