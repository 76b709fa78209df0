import type { TermsProblems } from '@ohmstead/domain/pricing/terms-problems'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './time-of-use.module.css'

/** A tier as it is typed. */
export interface TierText {
  aboveKwh: string
  value: string
}

/** Prices beyond a number of kilowatt-hours in a calendar month. */
export function TierFields({
  tiers,
  problems,
  onChange,
}: {
  tiers: readonly TierText[]
  problems: TermsProblems
  onChange: (tiers: readonly TierText[]) => void
}) {
  const t = useT()
  const change = (place: number, more: Partial<TierText>) =>
    onChange(tiers.map((tier, at) => (at === place ? { ...tier, ...more } : tier)))
  const errorOf = (path: string, field: string) => {
    const problem = problems[path]
    return problem && t(problem.key, { ...problem.params, field })
  }
  const [above, price] = [t('time_of_use.tier.above'), t('time_of_use.tier.price')]
  return (
    <fieldset className={styles.tiers}>
      <legend>{t('time_of_use.tier.heading')}</legend>
      <p className={styles.soft}>{t('time_of_use.tier.help')}</p>
      {tiers.map((tier, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tiers are known by their place
        <div key={place} className={styles.tier}>
          <TextField
            label={above}
            value={tier.aboveKwh}
            error={errorOf(`tiers.${place}.aboveKwh`, above)}
            inputMode="numeric"
            autoComplete="off"
            onChange={(aboveKwh) => change(place, { aboveKwh })}
          />
          <TextField
            label={price}
            value={tier.value}
            error={errorOf(`tiers.${place}.value`, price)}
            inputMode="decimal"
            autoComplete="off"
            onChange={(value) => change(place, { value })}
          />
          <IconButton
            label={t('time_of_use.tier.remove')}
            onClick={() => onChange(tiers.filter((_, at) => at !== place))}
          >
            <IconTrash size={16} stroke={1.6} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          size="small"
          variant="quiet"
          onClick={() => onChange([...tiers, { aboveKwh: '', value: '' }])}
        >
          <IconPlus size={14} aria-hidden />
          {t('time_of_use.tier.add')}
        </Button>
      </div>
    </fieldset>
  )
}
