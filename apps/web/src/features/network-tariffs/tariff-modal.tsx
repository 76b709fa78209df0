import { checkValue, type FormMessage, nameRules } from '@ohmstead/domain/forms/form-rules'
import { checkNetworkTariff } from '@ohmstead/domain/pricing/check-list-terms'
import { type CurrencyCode, currencyCodes } from '@ohmstead/domain/pricing/currencies'
import type { NetworkTariffPeriod } from '@ohmstead/domain/pricing/price-list-terms'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { fieldError } from '../../shared/forms/field-error.ts'
import { focusFirst } from '../../shared/forms/focus-first.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useLeaveQuestion } from '../../shared/forms/use-leave-question.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePlaceOptions } from '../../shared/places/place-options.ts'
import fieldStyles from '../../shared/pricing/fields/price-fields.module.css'
import { PriceFormContext } from '../../shared/pricing/fields/price-form.ts'
import { refusedFields } from '../../shared/pricing/fields/refused-fields.ts'
import { useFindBlocks } from '../../shared/pricing/use-find-blocks.ts'
import { useStoredRow } from '../../shared/pricing/use-stored-row.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { type NetworkTariffRow, networkTariffsQuery } from './network-tariffs-query.ts'
import { PeriodFields } from './period-fields.tsx'
import { TariffConflict } from './tariff-conflict.tsx'

type TariffDraft = Omit<NetworkTariffRow, 'id' | 'version'>

interface TariffModalProps {
  /** Null for a new one. */
  tariff: NetworkTariffRow | null
  onClose: () => void
}

/** The dated prices of a distributor. */
export function TariffModal({ tariff, onClose }: TariffModalProps) {
  const t = useT()
  const today = useToday()
  const queryClient = useQueryClient()
  const { stored, newer, readNewer, adoptNewer } = useStoredRow(tariff, async ({ id }) => {
    const tariffs = await queryClient.fetchQuery({ ...networkTariffsQuery, staleTime: 0 })
    return tariffs.find((one) => one.id === id)
  })
  const [empty] = useState<TariffDraft>(() => emptyTariff(today))
  const initial = stored ? draftOf(stored) : empty
  const [draft, setDraft] = useState(initial)
  const leave = useLeaveQuestion(JSON.stringify(draft) !== JSON.stringify(initial), onClose)
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<Record<string, FormMessage>>({})
  const findBlocks = useFindBlocks()
  const { countries } = usePlaceOptions({ country: draft.countryCode })
  const found: Record<string, FormMessage> = {
    ...checkNames(draft),
    ...checkNetworkTariff(draft, findBlocks),
  }
  const problems = { ...refused, ...(isChecked && found) }
  const change = (part: Partial<TariffDraft>) => {
    setDraft({ ...draft, ...part })
    setRefused({})
  }
  const { name, countryCode, currency, periods } = draft
  const setPeriod = (place: number, part: Partial<NetworkTariffPeriod>) =>
    change({ periods: periods.map((one, at) => (at === place ? { ...one, ...part } : one)) })
  const save = useMutation({
    mutationFn: async (over: NetworkTariffRow | null) => {
      if (over === null) return call('POST /pricing/network-tariffs', { body: draft })
      return call('PUT /pricing/network-tariffs/:networkTariffId', {
        params: { networkTariffId: over.id },
        body: { ...draft, version: over.version },
      })
    },
    onSuccess: () => {
      showToast(t('network_tariffs.done.saved', { name }), { tone: 'success' })
      void queryClient.invalidateQueries({ queryKey: networkTariffsQuery.queryKey })
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError) setRefused(refusedFields(error))
      return readNewer(error)
    },
  })
  const text = (field: 'name' | 'operator') => ({
    name: field,
    label: t(`network_tariffs.edit.${field}`),
    value: draft[field],
    error: fieldError(problems[field], t(`network_tariffs.edit.${field}`), t),
    onChange: (value: string) => change({ [field]: value }),
  })
  return (
    <FormModal
      size="wide"
      title={t(tariff ? 'network_tariffs.edit.heading' : 'network_tariffs.edit.heading_new')}
      lead={
        newer && (
          <TariffConflict
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
      <PriceFormContext value={{ currency, countryCode, isMultiTariff: false, problems }}>
        <div className={fieldStyles.fields}>
          <TextField {...text('operator')} />
          <TextField {...text('name')} />
          <SelectField
            label={t('price_lists.field.country')}
            value={countryCode}
            options={countries}
            onChange={(value) => change({ countryCode: value })}
          />
          <SelectField
            label={t('price_lists.field.currency')}
            value={currency}
            options={currencyCodes.map((code) => ({ value: code, label: code }))}
            onChange={(value) => change({ currency: value as CurrencyCode })}
          />
        </div>
        {periods.map((period, place) => (
          <PeriodFields
            // Periods have no identity besides their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={place}
            path={`periods.${place}`}
            period={period}
            above={periods.slice(0, place)}
            today={today}
            onChange={(part) => setPeriod(place, part)}
            onRemove={
              periods.length > 1 ? () => change({ periods: periods.filter((_, at) => at !== place) }) : null
            }
          />
        ))}
        <div>
          <Button
            size="small"
            onClick={() =>
              change({ periods: [...periods, { ...periods.at(-1)!, validFrom: today, validTo: null }] })
            }
          >
            <IconPlus size={16} aria-hidden />
            {t('network_tariffs.action.add_period')}
          </Button>
        </div>
      </PriceFormContext>
      {leave.question}
    </FormModal>
  )
}

const draftOf = ({ id: _, version: __, ...draft }: NetworkTariffRow): TariffDraft => draft

function emptyTariff(today: string): TariffDraft {
  return {
    name: '',
    operator: '',
    countryCode: 'HR',
    currency: 'EUR',
    periods: [
      {
        validFrom: `${today.slice(0, 4)}-01-01`,
        validTo: null,
        prices: { energy: { kind: 'fixed', t0: '', t1: null, t2: null }, power: null, monthlyFee: null },
        source: '',
      },
    ],
  }
}

function checkNames({ name, operator }: TariffDraft): Record<string, FormMessage> {
  const wrong: Record<string, FormMessage> = {}
  for (const [field, value] of Object.entries({ name, operator })) {
    const message = checkValue(value, nameRules(100))
    if (message) wrong[field] = message
  }
  return wrong
}
