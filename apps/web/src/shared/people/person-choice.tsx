import { useId } from 'react'
import styles from './people.module.css'
import { formatPersonName } from './person-name.ts'

export interface PickablePerson {
  id: number
  first_name: string
  last_name: string
  email: string
}

/** One of a few people, with their addresses, because names are not unique. */
export function PersonChoice({
  legend,
  none,
  people,
  value,
  onChange,
}: {
  legend: string
  none?: string | undefined
  people: readonly PickablePerson[]
  value: number | null
  onChange: (userId: number | null, person: PickablePerson | null) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.people}>
      <legend>{legend}</legend>
      {none !== undefined && (
        <label>
          <input type="radio" name={name} checked={value === null} onChange={() => onChange(null, null)} />
          <span>{none}</span>
        </label>
      )}
      {people.map((person) => (
        <label key={person.id}>
          <input
            type="radio"
            name={name}
            checked={value === person.id}
            onChange={() => onChange(person.id, person)}
          />
          <span>
            {formatPersonName(person)}
            <small>{person.email}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
