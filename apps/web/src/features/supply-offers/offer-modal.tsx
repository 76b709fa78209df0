import type { FormMessage } from '@ohmstead/domain/forms/form-rules'
import { type CurrencyCode, currencyCodes } from '@ohmstead/domain/pricing/currencies'
import { type SelfSupplyKind, selfSupplyKinds } from '@ohmstead/domain/pricing/supply-offer'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { failureText } from '../../shared/forms/failure-text.ts'
import { fieldError } from '../../shared/forms/field-error.ts'
import { focusFirst } from '../../shared/forms/focus-first.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useLeaveQuestion } from '../../shared/forms/use-leave-question.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePlaceOptions } from '../../shared/places/place-options.ts'
import { DecimalField } from '../../shared/pricing/decimal-field.tsx'
import fieldStyles from '../../shared/pricing/fields/price-fields.module.css'
import { PriceFormContext } from '../../shared/pricing/fields/price-form.ts'
import { refusedFields } from '../../shared/pricing/fields/refused-fields.ts'
import { offersKey, offersQuery, type SupplyOffer } from '../../shared/pricing/offers-query.ts'
import { useFindBlocks } from '../../shared/pricing/use-find-blocks.ts'
import { useStoredRow } from '../../shared/pricing/use-stored-row.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { OfferConditions } from './offer-conditions.tsx'
import { OfferConflict } from './offer-conflict.tsx'
import { checkDraft, draftOf, emptyOffer, type OfferDraft } from './offer-draft.ts'
import { OfferPriceFields } from './offer-price-fields.tsx'

interface OfferModalProps {
  /** Null for a new one. */
  offer: SupplyOffer | null
  onClose: () => void
}

/** What an administrator keeps of an offer. */
export function OfferModal({ offer, onClose }: OfferModalProps) {
  const t = useT()
  const today = useToday()
  const queryClient = useQueryClient()
  const { stored, newer, readNewer, adoptNewer } = useStoredRow(offer, async ({ id }) => {
    void queryClient.invalidateQueries({ queryKey: offersKey })
    const offers = await queryClient.fetchQuery({ ...offersQuery(null), staleTime: 0 })
    return offers.find((one) => one.id === id)
  })
  const [empty] = useState<OfferDraft>(() => emptyOffer(today))
  const initial = stored ? draftOf(stored) : empty
  const [draft, setDraft] = useState(initial)
  const leave = useLeaveQuestion(JSON.stringify(draft) !== JSON.stringify(initial), onClose)
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<Record<string, FormMessage>>({})
  const findBlocks = useFindBlocks()
  const { countries } = usePlaceOptions({ country: draft.countryCode })
  const found = checkDraft(draft, findBlocks)
  const problems = { ...refused, ...(isChecked && found) }
  const change = (part: Partial<OfferDraft>) => {
    setDraft({ ...draft, ...part })
    setRefused({})
  }
  const changeTerms = (part: Partial<OfferDraft['terms']>) => change({ terms: { ...draft.terms, ...part } })
  const save = useMutation({
    mutationFn: async (over: SupplyOffer | null) => {
      if (over === null) return call('POST /pricing/offers', { body: draft })
      const body = { ...draft, version: over.version }
      return call('PUT /pricing/offers/:offerId', { params: { offerId: over.id }, body })
    },
    onSuccess: () => {
      showToast(t('supply_offers.done.saved', { name: `${draft.supplier} ${draft.name}` }), {
        tone: 'success',
      })
      void queryClient.invalidateQueries({ queryKey: offersKey })
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError) setRefused(refusedFields(error))
      return readNewer(error)
    },
  })
  const { terms } = draft
  const text = (name: 'supplier' | 'name' | 'source') => ({
    name,
    label: t(`supply_offers.edit.${name}`),
    value: draft[name],
    error: fieldError(problems[name], t(`supply_offers.edit.${name}`), t),
    onChange: (value: string) => change({ [name]: value }),
  })
  const fee = (name: 'monthlyFee' | 'monthlyFeeElectronicInvoice' | 'extraServiceFee') => ({
    name: `terms.${name}`,
    label: t(`supply_offers.edit.${name}`),
    unit: t('price_lists.unit.per_month', { currency: terms.currency }),
    value: terms[name] ?? '',
    error: fieldError(problems[`terms.${name}`], t(`supply_offers.edit.${name}`), t),
  })
  const day = (name: 'validFrom' | 'validTo' | 'checkedOn') => ({
    name,
    today,
    mayBeLater: name !== 'checkedOn',
    label: t(`supply_offers.edit.${name}`),
    pickLabel: t('price_lists.field.pick_day'),
    day: draft[name],
    error: fieldError(problems[name], t(`supply_offers.edit.${name}`), t),
  })
  return (
    <FormModal
      size="wide"
      title={offer ? t('supply_offers.edit.heading') : t('supply_offers.edit.heading_new')}
      lead={
        newer && (
          <OfferConflict
            newer={newer}
            isBusy={save.isPending}
            onTakeTheirs={() => {
              adoptNewer()
              save.reset()
              change(draftOf(newer))
            }}
            onKeepMine={() => {
              adoptNewer()
              save.mutate(newer)
            }}
          />
        )
      }
      failure={save.error && !newer ? failureText(save.error, t) : null}
      action={t('common.action.save')}
      isBusy={save.isPending}
      onSubmit={(event) => {
        setChecked(true)
        if (!focusFirst(event.currentTarget, Object.keys(found))) save.mutate(stored)
      }}
      onClose={leave.close}
    >
      <PriceFormContext
        value={{
          currency: terms.currency,
          countryCode: draft.countryCode,
          isMultiTariff: false,
          problems,
        }}
      >
        <div className={fieldStyles.fields}>
          <TextField {...text('supplier')} />
          <TextField {...text('name')} />
          <SelectField
            label={t('price_lists.field.country')}
            value={draft.countryCode}
            options={countries}
            onChange={(countryCode) => change({ countryCode })}
          />
          <SelectField
            label={t('price_lists.field.currency')}
            value={terms.currency}
            options={currencyCodes.map((code) => ({ value: code, label: code }))}
            onChange={(currency) => changeTerms({ currency: currency as CurrencyCode })}
          />
          <DayField required {...day('validFrom')} onChange={(validFrom) => change({ validFrom })} />
          <DayField
            isOptional
            {...day('validTo')}
            onChange={(validTo) => change({ validTo })}
            onClear={() => change({ validTo: null })}
          />
        </div>
        <OfferPriceFields side="buy" price={terms.buy} onChange={(buy) => buy && changeTerms({ buy })} />
        <OfferPriceFields side="sell" price={terms.sell} onChange={(sell) => changeTerms({ sell })} />
        <div className={fieldStyles.fields}>
          <DecimalField
            {...fee('monthlyFeeElectronicInvoice')}
            onChange={(value) => changeTerms({ monthlyFeeElectronicInvoice: value })}
          />
          <DecimalField {...fee('monthlyFee')} onChange={(value) => changeTerms({ monthlyFee: value })} />
          <DecimalField
            {...fee('extraServiceFee')}
            help={t('price_lists.field.empty_is_none')}
            onChange={(value) => changeTerms({ extraServiceFee: value === '' ? null : value })}
          />
          <SelectField
            label={t('supply_offers.edit.self_supply')}
            value={terms.selfSupply}
            options={selfSupplyKinds.map((kind) => ({
              value: kind,
              label: t(`supply_offers.self_supply.${kind}`),
            }))}
            onChange={(selfSupply) => changeTerms({ selfSupply: selfSupply as SelfSupplyKind })}
          />
          <SelectField
            label={t('supply_offers.edit.bound')}
            value={String(terms.boundMonths ?? '')}
            placeholder={t('supply_offers.edit.not_bound')}
            options={[6, 12, 18, 24, 36].map((count) => ({
              value: String(count),
              label: t('supply_offers.card.bound', { count }),
            }))}
            onChange={(value) => changeTerms({ boundMonths: value === '' ? null : Number(value) })}
          />
        </div>
        <OfferConditions terms={terms} onChange={changeTerms} />
        <div className={fieldStyles.fields}>
          <TextField {...text('source')} />
          <DayField required {...day('checkedOn')} onChange={(checkedOn) => change({ checkedOn })} />
          <TextField
            name="terms.note"
            label={t('supply_offers.edit.note')}
            value={terms.note ?? ''}
            onChange={(note) => changeTerms({ note: note === '' ? null : note })}
          />
        </div>
      </PriceFormContext>
      {leave.question}
    </FormModal>
  )
}
