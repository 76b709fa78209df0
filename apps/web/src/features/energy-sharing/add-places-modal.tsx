import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { failureText } from '../../shared/forms/failure-text.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { addPlaces } from './create-group.ts'
import type { GroupPartProps } from './group-part.ts'
import { findFirstDay } from './group-state.ts'
import { type ChosenPlaces, PlaceChoice } from './place-choice.tsx'
import { PointPriceField } from './point-price-field.tsx'
import { refreshSharing } from './sharing-query.ts'

/** Brings places of one's own into the group, many at once. */
export function AddPlacesModal({ group, onClose }: GroupPartProps & { onClose: () => void }) {
  const t = useT()
  const today = useToday()
  const [chosen, setChosen] = useState<ChosenPlaces>(new Map())
  const [validFrom, setValidFrom] = useState(() => findFirstDay(group))
  const [done, setDone] = useState(0)
  const [priceListId, setPriceListId] = useState<number | null>(null)
  const hasPoint = [...chosen.values()].some(({ place }) => place.kind === 'point')
  const taken = new Set(
    group.members.flatMap(({ subject, state }) => {
      if (subject === null || (state !== 'active' && state !== 'invited')) return []
      return subject.kind === 'location'
        ? [`location-${subject.locationId}`]
        : [`point-${subject.abstractDeviceId}`]
    }),
  )
  const add = useMutation({
    mutationFn: async () => {
      const { refused, failure } = await addPlaces(group.id, validFrom, chosen, priceListId, setDone)
      await refreshSharing()
      if (failure !== null && refused === chosen.size) throw failure
      return refused
    },
    onSuccess: (refused) => {
      if (refused > 0) showToast(t('energy_sharing.places.refused', { count: refused }), { tone: 'danger' })
      onClose()
    },
  })
  const label = t('energy_sharing.places.chosen', { count: chosen.size })
  return (
    <FormModal
      title={t('energy_sharing.members.add')}
      size="wide"
      failure={add.error ? failureText(add.error, t) : null}
      action={t('energy_sharing.members.add')}
      isDisabled={chosen.size === 0 || validFrom === ''}
      isBusy={add.isPending}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <DayField
        name="validFrom"
        label={t('energy_sharing.field.first_day')}
        pickLabel={t('price_lists.field.pick_day')}
        day={validFrom}
        today={today}
        mayBeLater
        required
        onChange={setValidFrom}
      />
      <PlaceChoice scheme={group.scheme} without={taken} chosen={chosen} onChange={setChosen} />
      {hasPoint && <PointPriceField value={priceListId} onChange={setPriceListId} />}
      {add.isPending && <ProgressBar label={label} share={done / Math.max(1, chosen.size)} />}
    </FormModal>
  )
}
