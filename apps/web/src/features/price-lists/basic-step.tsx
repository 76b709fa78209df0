import { type CurrencyCode, currencyCodes } from '@ohmstead/domain/pricing/currencies'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePlaceOptions } from '../../shared/places/place-options.ts'
import { ChoiceField } from '../../shared/pricing/fields/choice-field.tsx'
import { emptyPrice, fitTariffs } from '../../shared/pricing/fields/empty-price.ts'
import fieldStyles from '../../shared/pricing/fields/price-fields.module.css'
import { useProblem } from '../../shared/pricing/fields/price-form.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { BeginEarlier } from './begin-earlier.tsx'
import { HighTariffFields } from './high-tariff-fields.tsx'
import { moveToCountry } from './price-list-draft.ts'
import styles from './price-list-wizard.module.css'
import { useWizard } from './wizard-form.ts'

/** Name, supplier, country, currency and days, and how many prices there are. */
export function BasicStep({ today, isStored }: { today: string; isStored: boolean }) {
  const t = useT()
  const problem = useProblem()
  const { draft, change, changeTerms, isReadOnly } = useWizard()
  const { terms } = draft
  const { countries } = usePlaceOptions({ country: draft.countryCode })
  const label = (name: 'name' | 'utility' | 'country' | 'currency' | 'valid_from' | 'valid_to') =>
    t(`price_lists.field.${name}`)
  return (
    <fieldset className={styles.step} disabled={isReadOnly}>
      <div className={fieldStyles.fields}>
        <TextField
          name="name"
          label={label('name')}
          value={draft.name}
          error={problem('name', label('name'))}
          onChange={(name) => change({ name })}
        />
        <TextField
          name="utility"
          label={label('utility')}
          value={draft.utility}
          error={problem('utility', label('utility'))}
          onChange={(utility) => change({ utility })}
        />
        <SelectField
          name="countryCode"
          label={label('country')}
          value={draft.countryCode}
          options={countries}
          error={problem('countryCode', label('country'))}
          onChange={(countryCode) => change(moveToCountry(draft, countryCode))}
        />
        <SelectField
          name="terms.currency"
          label={label('currency')}
          value={terms.currency}
          options={currencyCodes.map((code) => ({ value: code, label: code }))}
          onChange={(currency) => changeTerms({ currency: currency as CurrencyCode })}
        />
        <div>
          <DayField
            mayBeLater
            required
            name="validFrom"
            label={label('valid_from')}
            pickLabel={t('price_lists.field.pick_day')}
            day={draft.validFrom}
            today={today}
            error={problem('validFrom', label('valid_from'))}
            onChange={(validFrom) => change({ validFrom })}
          />
          {!isStored && (
            <BeginEarlier
              place="hint"
              validFrom={draft.validFrom}
              today={today}
              onBegin={(validFrom) => change({ validFrom })}
            />
          )}
        </div>
        <DayField
          mayBeLater
          isOptional
          name="validTo"
          label={label('valid_to')}
          pickLabel={t('price_lists.field.pick_day')}
          day={draft.validTo}
          today={today}
          error={problem('validTo', label('valid_to'))}
          onChange={(validTo) => change({ validTo })}
          onClear={() => change({ validTo: null })}
        />
      </div>
      <ChoiceField
        label={t('price_lists.field.tariffs')}
        value={terms.isMultiTariff ? 'two' : 'one'}
        options={[
          { value: 'one', label: t('price_lists.tariffs.one') },
          { value: 'two', label: t('price_lists.tariffs.two') },
        ]}
        onChange={(chosen) => {
          const isMultiTariff = chosen === 'two'
          const buy = fitTariffs(terms.buy, isMultiTariff)!
          const sell =
            terms.sell?.kind === 'fixed' && terms.sell.t0 !== null
              ? terms.sell
              : fitTariffs(terms.sell, isMultiTariff)
          changeTerms({ isMultiTariff, buy, sell })
        }}
      />
      {terms.isMultiTariff && <HighTariffFields />}
      <Checkbox
        name="terms.hasExportPrice"
        label={t('price_lists.field.has_export')}
        checked={terms.hasExportPrice}
        onChange={(hasExportPrice) =>
          changeTerms({
            hasExportPrice,
            sell: hasExportPrice ? (terms.sell ?? emptyPrice('fixed', false, draft.countryCode)) : terms.sell,
          })
        }
      />
    </fieldset>
  )
}
