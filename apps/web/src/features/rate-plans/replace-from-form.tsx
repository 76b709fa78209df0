import type { PriceListView } from '@ohmstead/contract/price-lists'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { liesWithin, replaceFrom } from '@ohmstead/domain/pricing/rate-plan'
import { IconReplace } from '@tabler/icons-react'
import { useState } from 'react'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { isWhole } from './rate-plan-draft.ts'
import styles from './rate-plans.module.css'
import { useListOptions } from './use-list-options.ts'

interface ReplaceFromFormProps {
  lists: readonly PriceListView[]
  entries: readonly RatePlanEntry[]
  today: string
  onChange: (entries: RatePlanEntry[]) => void
}

/** Another list from a day on: what holds then ends the day before, and what begins later goes. */
export function ReplaceFromForm({ lists, entries, today, onChange }: ReplaceFromFormProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [listId, setListId] = useState(0)
  const [day, setDay] = useState(today)
  const options = useListOptions(lists)
  const list = lists.find(({ id }) => id === listId)
  const fits = list && day !== '' && liesWithin({ validFrom: day, validTo: list.validTo }, list)
  if (!isOpen)
    return (
      <Button onClick={() => setOpen(true)}>
        <IconReplace size={16} aria-hidden />
        {t('rate_plans.action.replace')}
      </Button>
    )
  return (
    <fieldset className={styles.replace}>
      <legend>{t('rate_plans.action.replace')}</legend>
      <div className={styles.row}>
        <SelectField
          label={t('titles.price_list')}
          value={listId ? String(listId) : ''}
          placeholder={t('price_lists.field.choose')}
          options={options}
          onChange={(id) => setListId(Number(id))}
        />
        <DayField
          mayBeLater
          required
          name="replaceFrom"
          label={t('price_lists.plan.from')}
          pickLabel={t('price_lists.field.pick_day')}
          day={day}
          today={today}
          isWrong={list !== undefined && !fits}
          onChange={setDay}
        />
        <Button
          disabled={!fits}
          onClick={() => {
            onChange(replaceFrom(entries.filter(isWhole), listId, day, list!.validTo))
            setOpen(false)
          }}
        >
          {t('rate_plans.action.replace')}
        </Button>
      </div>
      {list && !fits && (
        <p className={styles.problem} role="alert">
          {t('price_lists.plan.outside')}
        </p>
      )}
    </fieldset>
  )
}
