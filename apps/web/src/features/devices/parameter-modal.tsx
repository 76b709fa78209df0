import type { DeviceParameterView } from '@ohmstead/contract/devices'
import { checkParameter } from '@ohmstead/domain/fleet/check-parameter'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { controllerKey } from '../../shared/controllers/controller-page-query.ts'
import { explainParameter } from '../../shared/explain-parameter.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { formatParameter } from '../../shared/parameter-name.ts'
import { parseDecimalText } from '../../shared/portal/price-text.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { useParameterText } from '../../shared/use-parameter-text.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { devicePageQuery, isPending } from './device-page-query.ts'

/** A new value for a parameter, and the question whether it is meant. */
export function ParameterModal({
  ids,
  parameter,
  decided,
  onClose,
}: {
  ids: { locationId: number; deviceId: number }
  parameter: DeviceParameterView
  /** Decided by a switch; null is asked for. */
  decided: boolean | null
  onClose: () => void
}) {
  const t = useT()
  const write = useParameterText()
  const queryClient = useQueryClient()
  const presentOf = (one: DeviceParameterView) => (isPending(one) ? one.change!.value : one.value)
  const [seen, setSeen] = useState(presentOf(parameter))
  const [typed, setTyped] = useState(() => writeInput(seen))
  const [failure, setFailure] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const name = formatParameter(parameter.name, t)
  const value = decided ?? (parameter.type === 'number' ? parseDecimalText(typed) : typed.trim())
  const broken = checkParameter(parameter, value)

  const refetch = () => queryClient.invalidateQueries({ queryKey: devicePageQuery(ids).queryKey })
  const send = useMutation({
    mutationFn: (wanted: number | boolean | string) =>
      call('POST /locations/:locationId/devices/:deviceId/parameters', {
        params: ids,
        body: { parameter: parameter.name, value: wanted, seen },
      }),
    onSuccess: async () => {
      await refetch()
      // Below the page's key of the controller: its history has one entry more.
      void queryClient.invalidateQueries({ queryKey: controllerKey })
      onClose()
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'edited_meanwhile')
        return setFailure(`${t('devices.parameter.failed')} ${errorText(error, t)}`)
      await refetch()
      const device = queryClient.getQueryData(devicePageQuery(ids).queryKey)
      const present = device?.parameters.find((one) => one.name === parameter.name)
      if (!present) return onClose()
      setSeen(presentOf(present))
      setFailure(t('devices.parameter.meanwhile', { value: write(present, presentOf(present)) }))
    },
  })

  const problem = isTried && broken ? explainParameter(broken, parameter, t, write) : undefined
  const hint = parameter.unit ? `[${parameter.unit}]` : undefined
  return (
    <FormModal
      title={t('devices.parameter.change_of', { name })}
      failure={failure}
      action={t('devices.parameter.change')}
      isBusy={send.isPending}
      isDisabled={value === seen}
      onSubmit={() => {
        setTried(true)
        if (!broken && value !== null) send.mutate(value)
      }}
      onClose={onClose}
    >
      {decided === null && parameter.options !== null && (
        <SelectField
          label={name}
          value={typed}
          options={parameter.options.map((option) => ({ value: option, label: write(parameter, option) }))}
          onChange={setTyped}
        />
      )}
      {decided === null && parameter.options === null && (
        <TextField
          label={name}
          value={typed}
          inputMode={parameter.type === 'number' ? 'decimal' : 'text'}
          autoComplete="off"
          onChange={setTyped}
          {...(hint !== undefined && { hint })}
          {...(problem !== undefined && { error: problem })}
        />
      )}
      {!broken && value !== seen && (
        <p>
          {t('devices.parameter.confirm', {
            name,
            from: write(parameter, seen),
            to: write(parameter, value),
          })}
        </p>
      )}
    </FormModal>
  )
}

const writeInput = (value: DeviceParameterView['value']): string => (value === null ? '' : String(value))
