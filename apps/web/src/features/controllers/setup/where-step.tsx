import { useT } from '../../../shared/i18n/use-t.ts'
import { useUser } from '../../../shared/session/current-user.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import styles from './foreign-page.module.css'

interface Place {
  id: number
  name: string
}

/** Which of one's locations a device belongs to; null asks for a new one. */
export function WhereStep({
  value,
  onChange,
}: {
  value: Place | null
  onChange: (location: Place | null) => void
}) {
  const t = useT()
  const { locations } = useUser()
  return (
    <div className={styles.where}>
      <SelectField
        label={t('controllers.foreign.place')}
        name="location"
        value={String(value?.id ?? '')}
        onChange={(id) => onChange(locations.find((one) => String(one.id) === id) ?? null)}
        options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Button variant="quiet" onClick={() => onChange(null)}>
        {t('controllers.foreign.new_place')}
      </Button>
    </div>
  )
}
