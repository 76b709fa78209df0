import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { type PortalDevice, type PortalToken, tokensQuery } from '../../../shared/portal/portal-query.ts'
import { errorText } from '../../../shared/states/page-states.tsx'
import { Button } from '../../../ui/button.tsx'
import formStyles from '../../../ui/form.module.css'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useAddDevice } from './portal-mutations.ts'

const eimmPattern = /^\d{1,2}-\d{3,10}$/

/** The only usable token, or of several the only one accepted by the portal. */
function findObvious(usable: readonly PortalToken[]): string {
  const accepted = usable.filter(({ state }) => state === 'accepted')
  const obvious = usable.length === 1 ? usable[0] : accepted.length === 1 ? accepted[0] : undefined
  return obvious ? String(obvious.id) : ''
}

/** A metering point by its EIMM and token. The portal's answer stays in the form. */
export function DeviceForm({
  onAdded,
  onCancel,
}: {
  onAdded: (device: PortalDevice) => void
  onCancel?: () => void
}) {
  const t = useT()
  const { data: tokens = [] } = useQuery(tokensQuery)
  const [eimm, setEimm] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const add = useAddDevice()
  const usable = tokens.filter(({ state }) => state !== 'rejected')
  const tokenId = usable.some(({ id }) => String(id) === chosen) ? chosen! : findObvious(usable)
  const plain = eimm.replaceAll(/\s/g, '')
  const eimmError =
    plain === ''
      ? t('portal.device.eimm_required')
      : eimmPattern.test(plain)
        ? undefined
        : t('portal.device.eimm_wrong')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (eimmError || tokenId === '' || add.isPending) return
    add.mutate({ eimm: plain, token_id: Number(tokenId) }, { onSuccess: onAdded })
  }
  const failure = add.error && errorText(add.error, t)
  const isTokenRefused = add.error instanceof ApiError && add.error.code.startsWith('portal_token')
  const tokenError =
    isTokenRefused && failure
      ? failure
      : isTried && tokenId === ''
        ? t(usable.length === 0 ? 'portal.device.needs_token' : 'portal.device.token_required')
        : undefined
  return (
    <form className={formStyles.form} onSubmit={submit} noValidate>
      {failure && !isTokenRefused && (
        <p className={formStyles.error} role="alert">
          {failure}
        </p>
      )}
      <SelectField
        name="token_id"
        label={t('portal.device.token')}
        value={tokenId}
        placeholder={tokenId === '' || usable.length > 1 ? t('portal.device.choose_token') : undefined}
        options={tokens.map(({ id, token, state }) => ({
          value: String(id),
          label: state === 'accepted' ? token : `${token} – ${t(`portal.token.state.${state}`)}`,
          disabled: state === 'rejected',
        }))}
        error={tokenError}
        onChange={(id) => {
          setChosen(id)
          if (add.error) add.reset()
        }}
      />
      <TextField
        name="eimm"
        label={t('portal.device.eimm')}
        hint={t('portal.device.eimm_hint')}
        value={eimm}
        autoComplete="off"
        spellCheck={false}
        placeholder="4-1234567"
        error={isTried ? eimmError : undefined}
        onChange={(value) => {
          setEimm(value)
          if (add.error) add.reset()
        }}
      />
      <div className={formStyles.actions}>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {t('common.action.cancel')}
          </Button>
        )}
        <Button type="submit" variant="primary" isBusy={add.isPending}>
          {t('portal.device.add_action')}
        </Button>
      </div>
    </form>
  )
}
