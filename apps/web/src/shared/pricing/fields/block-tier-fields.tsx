import type { PriceTier } from '@ohmstead/domain/pricing/time-plan'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useT } from '../../i18n/use-t.ts'
import { DecimalField } from '../decimal-field.tsx'
import styles from './price-fields.module.css'
import { usePriceForm, useProblem } from './price-form.ts'

interface BlockTierFieldsProps {
  path: string
  block: string
  tiers: readonly PriceTier[]
  onChange: (tiers: PriceTier[]) => void
}

const mostTiers = 10

/** Other prices of a block beyond a number of kWh in a calendar month. */
export function BlockTierFields({ path, block, tiers, onChange }: BlockTierFieldsProps) {
  const t = useT()
  const problem = useProblem()
  const { currency } = usePriceForm()
  const set = (place: number, part: Partial<PriceTier>) =>
    onChange(tiers.map((tier, at) => (at === place ? { ...tier, ...part } : tier)))
  const above = t('price_lists.field.above_kwh')
  const price = t('price_lists.field.tier_price')
  return (
    <div className={styles.tiers}>
      {tiers.map((tier, place) => (
        // Tiers have no identity besides their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={place} className={styles.row}>
          <DecimalField
            name={`${path}.${place}.aboveKwh`}
            label={above}
            unit="kWh"
            value={Number.isNaN(tier.aboveKwh) ? '' : String(tier.aboveKwh)}
            error={problem(`${path}.${place}.aboveKwh`, above)}
            onChange={(text) => set(place, { aboveKwh: text === '' ? Number.NaN : Number(text) })}
          />
          <DecimalField
            name={`${path}.${place}.value`}
            label={price}
            unit={`${currency}/kWh`}
            value={tier.value}
            error={problem(`${path}.${place}.value`, price)}
            onChange={(value) => set(place, { value })}
          />
          <IconButton
            label={t('price_lists.action.remove_row', { name: block })}
            onClick={() => onChange(tiers.filter((_, at) => at !== place))}
          >
            <IconTrash size={18} stroke={1.6} aria-hidden />
          </IconButton>
        </div>
      ))}
      {tiers.length < mostTiers && (
        <Button
          size="small"
          variant="quiet"
          onClick={() => onChange([...tiers, { aboveKwh: (tiers.at(-1)?.aboveKwh ?? 0) + 500, value: '' }])}
        >
          <IconPlus size={16} aria-hidden />
          {t('price_lists.action.add_tier')}
        </Button>
      )}
    </div>
  )
}
