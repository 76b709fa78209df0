import { useT } from '../../../shared/i18n/use-t.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'

interface WhereStepProps {
  locations: readonly { id: number; name: string }[]
  value: number | null
  /** null asks for a new one. */
  onChange: (locationId: number | null) => void
  mayMakePlace: boolean
}

/** Which of one's locations a device belongs to. */
export function WhereStep({ locations, value, onChange, mayMakePlace }: WhereStepProps) {
  const t = useT()
  return (
    <div>
      <SelectField
        label={t('controllers.foreign.place')}
        name="location"
        value={String(value ?? '')}
        onChange={(id) => onChange(Number(id))}
        options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      {mayMakePlace && (
        <Button variant="quiet" onClick={() => onChange(null)}>
          {t('controllers.foreign.new_place')}
        </Button>
      )}
    </div>
  )
}
