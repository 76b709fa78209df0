import { companyFormRules } from '@ohmstead/domain/forms/company-form'
import { checkForm } from '@ohmstead/domain/forms/form-rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { fieldError } from '../forms/field-error.ts'
import { FormModal } from '../forms/form-modal.tsx'
import { useCountryNames } from '../i18n/use-country-names.ts'
import { useT } from '../i18n/use-t.ts'
import { errorText } from '../states/page-states.tsx'
import { companiesQuery, countriesQuery } from './companies-query.ts'

const empty = { name: '', countryId: '', contactEmail: '', contactPhone: '' }
type Field = keyof typeof empty

export function CreateCompanyModal({ onClose }: { onClose: () => void }) {
  const t = useT()
  const queryClient = useQueryClient()
  const countryName = useCountryNames()
  const [values, setValues] = useState(empty)
  const [isChecked, setChecked] = useState(false)
  const { data: countries = [] } = useQuery(countriesQuery)
  const create = useMutation({
    mutationFn: () =>
      call('POST /companies', {
        body: {
          name: values.name.trim(),
          countryId: Number(values.countryId),
          contactEmail: values.contactEmail.trim() || null,
          contactPhone: values.contactPhone.trim() || null,
        },
      }),
    onSuccess: async ({ company }) => {
      await queryClient.invalidateQueries(companiesQuery)
      showToast(t('companies.create.done', { name: company.name }), { tone: 'success' })
      onClose()
    },
  })
  const broken = isChecked ? checkForm(values, companyFormRules) : {}
  const labels: Record<Field, string> = {
    name: t('companies.create.name'),
    countryId: t('companies.create.country'),
    contactEmail: t('companies.create.email'),
    contactPhone: t('companies.create.phone'),
  }
  const field = (name: Field) => ({
    name,
    label: labels[name],
    value: values[name],
    error: fieldError(broken[name], labels[name], t),
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setChecked(true)
    const first = Object.keys(checkForm(values, companyFormRules))[0]
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else create.mutate()
  }
  const options = countries.map(({ id, code, name }) => ({
    value: String(id),
    label: countryName(code) ?? name,
  }))
  return (
    <FormModal
      title={t('companies.create.heading')}
      failure={
        create.error &&
        (create.error instanceof ApiError ? errorText(create.error, t) : t('errors.unexpected'))
      }
      action={t('companies.create.submit')}
      isBusy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField {...field('name')} autoFocus autoComplete="organization" />
      <SelectField {...field('countryId')} placeholder="" options={options} />
      <TextField
        {...field('contactEmail')}
        type="email"
        hint={t('companies.create.optional')}
        autoComplete="email"
      />
      <TextField
        {...field('contactPhone')}
        type="tel"
        hint={t('companies.create.optional')}
        autoComplete="tel"
      />
    </FormModal>
  )
}
