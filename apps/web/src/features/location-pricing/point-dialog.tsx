import type { LocationPricingView } from '@ohmstead/contract/location-pricing-view'
import type { FormRule } from '@ohmstead/domain/forms/form-rules'
import { parseNumber } from '@ohmstead/domain/i18n/parse-number'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { devicesQuery } from '../../shared/portal/portal-query.ts'
import { locationPricingKey } from '../../shared/pricing/location-prices-query.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { enteredValues, findWrongPowers, type PointValues, toManualPoint } from './entered-point.ts'
import { EnteredPointFields } from './entered-point-fields.tsx'
import styles from './location-pricing.module.css'

interface Props {
  locationId: number
  pricing: LocationPricingView
  onClose: () => void
}

const kilowatts: FormRule[] = [{ rule: 'double' }, { rule: 'min_value', min: 0 }]
const rules = {
  connectionPower: kilowatts,
  currentLimit: kilowatts,
  block1: kilowatts,
  block2: kilowatts,
  block3: kilowatts,
  block4: kilowatts,
  block5: kilowatts,
}

const blocks = [1, 2, 3, 4, 5] as const

type Way = 'join' | 'enter'

/** Joins a location with one of one's metering points, or takes down what its bill says. */
export function PointDialog({ locationId, pricing, onClose }: Props) {
  const t = useT()
  const { locale } = useFormat()
  const queryClient = useQueryClient()
  const { data: devices = [] } = useQuery(devicesQuery)
  const { point } = pricing
  const [way, setWay] = useState<Way>(point?.origin === 'entered' ? 'enter' : 'join')
  const [deviceId, setDeviceId] = useState(String(point?.abstractDeviceId ?? ''))
  const form = useForm<PointValues>({
    initial: enteredValues(point?.entered ?? null, locale),
    rules: way === 'enter' ? rules : {},
    labels: {
      connectionPower: t('location_pricing.point.connection'),
      currentLimit: t('location_pricing.point.fuse'),
      ...Object.fromEntries(blocks.map((block) => [`block${block}`, t('calculations.block', { block })])),
    },
    texts: Object.fromEntries(
      blocks.map((block) => [`block${block}`, t('location_pricing.point.power_rule')]),
    ),
    send: async (values) => {
      const parse = (text: string) => parseNumber(text, locale)
      const wrong = way === 'enter' ? findWrongPowers(values, parse) : {}
      if (Object.keys(wrong).length > 0) throw new ApiError('invalid_request', { fields: wrong })
      const manualPoint = toManualPoint(values, parse)
      const joined = { abstractDeviceId: deviceId === '' ? null : Number(deviceId) }
      await call('PUT /locations/:locationId/pricing/metering-point', {
        params: { locationId },
        body: {
          ...(way === 'join' ? joined : { abstractDeviceId: null, manualPoint }),
          version: pricing.version,
        },
      })
      await queryClient.invalidateQueries({ queryKey: locationPricingKey(locationId) })
      showToast(t('location_pricing.point.saved'))
      onClose()
    },
  })
  return (
    <FormModal
      title={t('location_pricing.point.heading')}
      action={t('common.action.save')}
      failure={form.failure}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <SegmentedChoice<Way>
        label={t('location_pricing.point.way')}
        value={way}
        options={[
          { value: 'join', label: t('location_pricing.point.join') },
          { value: 'enter', label: t('location_pricing.point.enter') },
        ]}
        onChange={setWay}
      />
      {way === 'join' ? (
        <div className={styles.choice}>
          <SelectField
            label={t('location_pricing.point.which')}
            value={deviceId}
            placeholder={t('location_pricing.point.not_joined')}
            options={devices.map(({ id, eimm, title }) => ({
              value: String(id),
              label: title ? `${title} (${eimm})` : eimm,
            }))}
            onChange={setDeviceId}
            help={t('location_pricing.point.join_help')}
          />
        </div>
      ) : (
        <EnteredPointFields form={form} />
      )}
    </FormModal>
  )
}
