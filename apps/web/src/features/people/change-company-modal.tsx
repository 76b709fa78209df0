import type { PersonView } from '@ohmstead/contract/people'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { companiesQuery } from '../../shared/companies/companies-query.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { peopleKey } from '../../shared/people/people-query.ts'
import { formatPersonName } from '../../shared/people/person-name.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { showToast } from '../../ui/toast-store.ts'

/** Moves an account to another company; its locations stay where they are. */
export function ChangeCompanyModal({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const t = useT()
  const queryClient = useQueryClient()
  const { data } = useQuery(companiesQuery)
  const companies = (data ?? []).filter(({ isPlatform }) => !isPlatform)
  const [companyId, setCompanyId] = useState(person.company ? String(person.company.id) : '')
  const name = formatPersonName(person)
  const save = useMutation({
    mutationFn: () =>
      call('PUT /users/:userId/company', {
        params: { userId: person.id },
        body: { companyId: companyId ? Number(companyId) : null },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: peopleKey })
      showToast(t('people.done.changed', { name }), { tone: 'success' })
      onClose()
    },
  })
  return (
    <FormModal
      title={t('people.company.title', { name })}
      failure={save.error && failureText(save.error, t)}
      action={t('common.action.save')}
      isBusy={save.isPending}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <p>{t('people.company.text')}</p>
      <SelectField
        label={t('locations.settings.company')}
        value={companyId}
        placeholder={t('people.company.none')}
        options={companies.map((company) => ({ value: String(company.id), label: company.name }))}
        onChange={setCompanyId}
      />
    </FormModal>
  )
}
