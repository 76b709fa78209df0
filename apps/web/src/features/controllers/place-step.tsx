import { type FormEvent, useState } from 'react'
import { focusFirst } from '../../shared/forms/focus-first.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { emptyPlace, type NewPlace, PlaceFields, useNewPlace } from '../../shared/places/place-fields.tsx'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'

/** A location that does not exist yet; usual values are filled in. */
export function PlaceStep({ onDone }: { onDone: (place: NewPlace) => void }) {
  const t = useT()
  const [typed, setTyped] = useState(emptyPlace)
  const [isChecked, setChecked] = useState(false)
  const place = useNewPlace(typed)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (!focusFirst(event.currentTarget, Object.keys(place.broken))) onDone(place.place)
  }
  return (
    <form className={formStyles.form} onSubmit={submit} noValidate>
      <PlaceFields typed={typed} place={place} isChecked={isChecked} onChange={setTyped} />
      <div className={formStyles.actions}>
        <Button type="submit" variant="primary" isBusy={place.options.isAwaited}>
          {t('common.action.next')}
        </Button>
      </div>
    </form>
  )
}
