import type { LocationView } from '@ohmstead/contract/locations'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../shared/i18n/use-t.ts'
import { ChoiceField } from '../../shared/pricing/fields/choice-field.tsx'
import { locationPricingQuery } from '../../shared/pricing/location-prices-query.ts'
import { ratePlansQuery } from '../../shared/pricing/price-lists-query.ts'
import { FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import formStyles from '../../ui/form.module.css'
import styles from './setup-wizard.module.css'
import type { WizardDraft } from './wizard-draft.ts'

interface SetupTariffsStepProps {
  location: LocationView | null
  companyId: number | null
  draft: WizardDraft
  change: (part: Partial<WizardDraft>) => void
}

/** One of the plans that there are, or later: prices are never needed to see readings. */
export function SetupTariffsStep({ location, companyId, draft, change }: SetupTariffsStepProps) {
  const t = useT()
  const { data, error, refetch } = useQuery(ratePlansQuery({ locationId: location?.id ?? null, companyId }))
  const pricing = useQuery({ ...locationPricingQuery(location?.id ?? 0), enabled: location !== null })
  const current = pricing.data?.plan?.name
  return (
    <div className={formStyles.form}>
      <p className={styles.soft}>
        {current ? t('setup.tariffs.current', { name: current }) : t('setup.tariffs.lead')}
      </p>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={96} />}
      {data && (
        <ChoiceField
          label={t('setup.step.tariffs')}
          value={draft.ratePlanId === null ? 'later' : String(draft.ratePlanId)}
          options={[
            {
              value: 'later',
              label: t(current ? 'setup.tariffs.keep' : 'setup.tariffs.later'),
              ...(!current && { text: t('setup.tariffs.later_text') }),
            },
            ...data.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(value) => change({ ratePlanId: value === 'later' ? null : Number(value) })}
        />
      )}
    </div>
  )
}
