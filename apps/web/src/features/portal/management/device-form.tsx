import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useT } from '../../../shared/i18n/use-t.ts'
import { type PortalDevice, tokensQuery } from '../../../shared/portal/portal-queries.ts'
import { errorText } from '../../../shared/states/page-states.tsx'
import { Button } from '../../../ui/button.tsx'
import formStyles from '../../../ui/form.module.css'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useAddDevice } from './portal-mutations.ts'

const eimmPattern = /^\d{1,2}-\d{3,10}$/

/** A metering point by its EIMM and the token that opens it. What the portal answers stays in the form. */
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
  // With one token there is nothing to choose.
  const tokenId = chosen ?? (tokens.length === 1 ? String(tokens[0]!.id) : '')
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
  return (
    <form className={formStyles.form} onSubmit={submit} noValidate>
      {add.error && (
        <p className={formStyles.error} role="alert">
          {errorText(add.error, t)}
        </p>
      )}
      <SelectField
        name="token_id"
        label={t('portal.device.token')}
        value={tokenId}
        placeholder={tokens.length === 1 ? undefined : t('portal.device.choose_token')}
        options={tokens.map(({ id, token }) => ({ value: String(id), label: token }))}
        error={isTried && tokenId === '' ? t('portal.device.token_required') : undefined}
        onChange={setChosen}
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
