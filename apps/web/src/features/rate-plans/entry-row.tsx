import type { PriceListView } from '@ohmstead/contract/price-lists'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { splitEntry } from '@ohmstead/domain/pricing/rate-plan'
import { IconCut, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './rate-plans.module.css'
import { useListOptions } from './use-list-options.ts'

interface EntryRowProps {
  entry: RatePlanEntry
  lists: readonly PriceListView[]
  names: ReadonlyMap<number, string>
  today: string
  problem: string | undefined
  onChange: (part: Partial<RatePlanEntry>) => void
  onSplit: (parts: RatePlanEntry[]) => void
  onRemove: () => void
}

/** A list and its days; it can be cut in two, so that another list can take one of the parts. */
export function EntryRow({ entry, lists, names, today, problem, ...on }: EntryRowProps) {
  const t = useT()
  const [splitDay, setSplitDay] = useState<string | null>(null)
  const { priceListId } = entry
  const name = names.get(priceListId) ?? t('price_lists.field.choose')
  const isOffered = priceListId === 0 || lists.some(({ id }) => id === priceListId)
  const options = [
    ...(isOffered ? [] : [{ value: String(priceListId), label: name }]),
    ...useListOptions(lists),
  ]
  const parts = splitDay ? splitEntry([entry], 0, splitDay) : []
  const day = { pickLabel: t('price_lists.field.pick_day'), mayBeLater: true, today }
  return (
    <li className={styles.entry} data-wrong={problem !== undefined || undefined}>
      <div className={styles.row}>
        <SelectField
          label={t('titles.price_list')}
          value={priceListId ? String(priceListId) : ''}
          placeholder={t('price_lists.field.choose')}
          options={options}
          onChange={(id) => on.onChange({ priceListId: Number(id) })}
        />
        <DayField
          {...day}
          required
          name="validFrom"
          label={t('price_lists.field.valid_from')}
          day={entry.validFrom}
          isWrong={problem !== undefined}
          onChange={(validFrom) => on.onChange({ validFrom })}
        />
        <DayField
          {...day}
          isOptional
          name="validTo"
          label={t('price_lists.field.valid_to')}
          day={entry.validTo}
          onChange={(validTo) => on.onChange({ validTo })}
          onClear={() => on.onChange({ validTo: null })}
        />
        <div className={styles.tools}>
          <IconButton
            label={t('rate_plans.action.split', { name })}
            aria-expanded={splitDay !== null}
            onClick={() => setSplitDay(splitDay === null ? today : null)}
          >
            <IconCut size={18} stroke={1.6} aria-hidden />
          </IconButton>
          <IconButton label={t('rate_plans.action.remove_entry', { name })} onClick={on.onRemove}>
            <IconTrash size={18} stroke={1.6} aria-hidden />
          </IconButton>
        </div>
      </div>
      {splitDay !== null && (
        <div className={styles.row}>
          <DayField
            {...day}
            required
            name="splitDay"
            label={t('rate_plans.split.day')}
            day={splitDay}
            isWrong={parts.length !== 2}
            onChange={setSplitDay}
          />
          <Button
            disabled={parts.length !== 2}
            onClick={() => {
              on.onSplit(parts)
              setSplitDay(null)
            }}
          >
            {t('rate_plans.split.action')}
          </Button>
        </div>
      )}
      {/* Of an end that is no day the field itself says so. */}
      {problem && entry.validTo !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </li>
  )
}
