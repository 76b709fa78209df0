import type { BlockPrice, TimeOfUsePrice } from '@ohmstead/domain/pricing/price-list-terms'
import { SelectField } from '../../../ui/select-field.tsx'
import { useT } from '../../i18n/use-t.ts'
import { FailedStrip } from '../../states/page-states.tsx'
import { DecimalField } from '../decimal-field.tsx'
import { usePriceWords } from '../use-price-words.ts'
import { useTimePlans } from '../use-time-plans.ts'
import { BlockTierFields } from './block-tier-fields.tsx'
import styles from './price-fields.module.css'
import { usePriceForm, useProblem } from './price-form.ts'

interface TimeOfUseFieldsProps {
  path: string
  price: TimeOfUsePrice
  blockType: 'PRICING_ENERGY' | 'PRICING_NETWORK'
  onChange: (price: TimeOfUsePrice) => void
}

/** A time-of-use plan, and what each of its blocks costs. */
export function TimeOfUseFields({ path, price, blockType, onChange }: TimeOfUseFieldsProps) {
  const t = useT()
  const problem = useProblem()
  const form = usePriceForm()
  const words = usePriceWords()
  const { data: plans = [], error, refetch } = useTimePlans()
  const unit = `${form.currency}/kWh`
  const offered = plans.filter(({ blocks }) => blocks.some(({ type }) => type === blockType))
  const blocksOf = (id: number) =>
    plans.find((plan) => plan.id === id)?.blocks.filter(({ type }) => type === blockType) ?? []
  const blocks = blocksOf(price.timePlanId)
  // A block without a price of the list has its own.
  const choose = (timePlanId: number) =>
    onChange({
      ...price,
      timePlanId,
      prices: blocksOf(timePlanId).map(({ id, value, tiers }) => ({
        blockId: id,
        price: value ?? '',
        tiers,
      })),
    })
  const priceOf = (blockId: number) => price.prices.find((one) => one.blockId === blockId)
  const setPrice = (blockId: number, change: Partial<BlockPrice>) => {
    const before = priceOf(blockId) ?? { blockId, price: '', tiers: [] }
    const others = price.prices.filter((one) => one.blockId !== blockId)
    const next = [...others, { ...before, ...change }]
    const order = blocks.map(({ id }) => id)
    onChange({ ...price, prices: next.sort((a, b) => order.indexOf(a.blockId) - order.indexOf(b.blockId)) })
  }
  return (
    <>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <div className={styles.tiers}>
        <SelectField
          name={`${path}.timePlanId`}
          label={t('price_lists.field.time_plan')}
          value={price.timePlanId ? String(price.timePlanId) : ''}
          placeholder={t('price_lists.field.choose')}
          options={offered.map(({ id, title }) => ({ value: String(id), label: words.name(title) }))}
          help={offered.length === 0 && !error ? t('price_lists.time_plan.none') : undefined}
          error={problem(`${path}.timePlanId`, t('price_lists.field.time_plan'))}
          onChange={(id) => choose(Number(id))}
        />
        <DecimalField
          name={`${path}.substitute`}
          label={t('price_lists.field.substitute')}
          unit={unit}
          value={price.substitute ?? ''}
          help={t('price_lists.field.substitute_help')}
          error={problem(`${path}.substitute`, t('price_lists.field.substitute'))}
          onChange={(value) => onChange({ ...price, substitute: value === '' ? null : value })}
        />
      </div>
      {blocks.map(({ id, title: ownTitle, color }) => {
        const title = words.name(ownTitle)
        const place = price.prices.findIndex((one) => one.blockId === id)
        return (
          <div key={id} className={styles.block}>
            <svg className={styles.swatch} viewBox="0 0 1 1" aria-hidden>
              <rect width="1" height="1" fill={color} />
            </svg>
            <DecimalField
              name={`${path}.prices.${place}.price`}
              label={title}
              unit={unit}
              value={priceOf(id)?.price ?? ''}
              error={problem(`${path}.prices.${place}.price`, title) ?? problem(`${path}.block${id}`, title)}
              onChange={(value) => setPrice(id, { price: value })}
            />
            <BlockTierFields
              path={`${path}.prices.${place}.tiers`}
              block={title}
              tiers={priceOf(id)?.tiers ?? []}
              onChange={(tiers) => setPrice(id, { tiers })}
            />
          </div>
        )
      })}
    </>
  )
}
