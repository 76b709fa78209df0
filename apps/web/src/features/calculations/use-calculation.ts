import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { onWipe } from '../../lib/local-store.ts'
import { type Translate, useT } from '../../shared/i18n/use-t.ts'
import { calculationsKey, type PortalDevice } from '../../shared/portal/portal-query.ts'
import type { PortalSelection } from '../../shared/portal/portal-selection.ts'
import { usePortalDevice } from '../../shared/portal/use-portal-devices.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { type CalculationAnswer, toCustomLimits } from './calculation-data.ts'
import { type CalculationOptions, payable, useCalculationOptions } from './calculation-options.ts'
import { readCustomPowers } from './powers/custom-powers.ts'

export interface CalculationBody extends CalculationOptions {
  vt: number | null
  mt: number | null
  et: number | null
  /** A required price is unknown: the supplier's part is omitted. */
  withoutEnergyPrices: boolean
  from: string
  to: string
}

/** An answer with its question: it stays on the page while another is loading or has failed. */
export interface Calculated {
  device: PortalDevice
  body: CalculationBody
  customKw: BlockPowers | null
  answer: CalculationAnswer
  /** The same with levies and tax: the full amount paid, and the basis of the advice. */
  payable: CalculationAnswer
}

const failureToastMs = 5000
const lastAnswers = new Map<number, Calculated>()
onWipe(() => lastAnswers.clear())

/** The calculation of the selection; without the supplier's part while a required price is missing. */
export function useCalculation() {
  const t = useT()
  const { device, selection } = usePortalDevice()
  const [options] = useCalculationOptions()
  const body = device && buildBody(device, selection, options)
  const query = useQuery({
    queryKey: [...calculationsKey, device?.id ?? null, body],
    queryFn: ({ signal }) => calculate(device!, body!, signal),
    enabled: body !== null,
    // Process, another import and other options ask again; the same question has the same answer.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    structuralSharing: false,
  })
  const { error, errorUpdatedAt } = query
  useEffect(() => {
    if (error && errorUpdatedAt > 0)
      showToast(describeFailure(error, t), { tone: 'danger', delayMs: failureToastMs })
  }, [error, errorUpdatedAt, t])
  return {
    device,
    body,
    calculated: query.data ?? (device ? (lastAnswers.get(device.id) ?? null) : null),
    error,
    isFetching: query.isFetching,
    process: () => void query.refetch(),
  }
}

/** If the page says how soon to retry, this must not say "later". */
export function describeFailure(error: unknown, t: Translate): string {
  const isBusy = error instanceof ApiError && error.code === 'server_busy'
  return isBusy ? errorText(error, t) : t('calculations.error_fetching')
}

async function calculate(
  device: PortalDevice,
  body: CalculationBody,
  signal: AbortSignal,
): Promise<Calculated> {
  // Read when it is sent: Process anywhere includes the last ones.
  const customKw = readCustomPowers(device.id)
  const ask = (options: CalculationOptions) =>
    call('POST /pricing/abstract-devices/:deviceId/calculations', {
      params: { deviceId: device.id },
      body: { ...body, ...options, customPowerLimits: customKw && toCustomLimits(customKw) },
      signal,
    })
  const answer = await ask(body)
  const calculated = {
    device,
    body,
    customKw,
    answer,
    payable: isPayable(body) ? answer : await ask(payable),
  }
  lastAnswers.set(device.id, calculated)
  return calculated
}

const isPayable = ({ levies, vat }: CalculationOptions) => levies && vat

/** A price without a use in the tariff is not sent. */
export function buildBody(
  { tariffsCount }: Pick<PortalDevice, 'tariffsCount'>,
  { from, to, vt, mt, et }: PortalSelection,
  options: CalculationOptions,
): CalculationBody {
  const isSingle = tariffsCount === 1
  const withoutEnergyPrices = isSingle ? et === null : vt === null || mt === null
  return {
    vt: isSingle || withoutEnergyPrices ? null : vt,
    mt: isSingle || withoutEnergyPrices ? null : mt,
    et: isSingle ? et : null,
    withoutEnergyPrices,
    from,
    to,
    ...options,
  }
}
