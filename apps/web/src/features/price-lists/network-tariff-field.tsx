import { useQuery } from '@tanstack/react-query'
import { useT } from '../../shared/i18n/use-t.ts'
import fieldStyles from '../../shared/pricing/fields/price-fields.module.css'
import { useProblem } from '../../shared/pricing/fields/price-form.ts'
import { networkTariffsQuery } from '../../shared/pricing/price-lists-query.ts'
import { FailedStrip } from '../../shared/states/page-states.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useWizard } from './wizard-form.ts'

/** One of the tariffs that administrators keep for the country, in the currency of the list. */
export function NetworkTariffField({ network }: { network: { kind: 'tariff'; networkTariffId: number } }) {
  const t = useT()
  const problem = useProblem()
  const { draft, changeTerms } = useWizard()
  const { data: tariffs, error, refetch } = useQuery(networkTariffsQuery(draft.countryCode))
  const offered = (tariffs ?? []).filter(({ currency }) => currency === draft.terms.currency)
  const label = t('price_lists.field.network_tariff')
  return (
    <div className={fieldStyles.fields}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <SelectField
        name="terms.network.networkTariffId"
        label={label}
        value={network.networkTariffId ? String(network.networkTariffId) : ''}
        placeholder={t('price_lists.field.choose')}
        options={offered.map(({ id, name, operator }) => ({
          value: String(id),
          label: `${name} · ${operator}`,
        }))}
        help={tariffs && offered.length === 0 ? t('price_lists.network.no_tariffs') : undefined}
        error={problem('terms.network.networkTariffId', label)}
        onChange={(id) => changeTerms({ network: { kind: 'tariff', networkTariffId: Number(id) } })}
      />
    </div>
  )
}
