import type { PersonView } from '@ohmstead/contract/people'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { companiesQuery } from '../../shared/companies/companies-query.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import styles from '../../shared/people/people.module.css'
import { peopleKey } from '../../shared/people/people-query.ts'
import { formatPersonName } from '../../shared/people/person-name.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { showToast } from '../../ui/toast-store.ts'

/** Another role for a person; an aggregator also gets the companies they run. */
export function RoleModal({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const t = useT()
  const queryClient = useQueryClient()
  const { data } = useQuery(companiesQuery)
  const companies = (data ?? []).filter(({ isPlatform }) => !isPlatform)
  const [role, setRole] = useState(person.role)
  const [companyIds, setCompanyIds] = useState(() => person.runs.map(({ id }) => id))
  const name = formatPersonName(person)
  const options = [...new Set([person.role, ...person.actions.assignRoles])]
  const isAggregator = role === 'ROLE_AGGREGATOR'
  const save = useMutation({
    mutationFn: () =>
      call('PUT /users/:userId/role', {
        params: { userId: person.id },
        body: { role, companyIds: isAggregator ? companyIds : [] },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: peopleKey })
      showToast(t('people.done.role', { name, role: t(`account.role.${role}`) }), { tone: 'success' })
      onClose()
    },
  })
  const toggle = (id: number, isOn: boolean) =>
    setCompanyIds(isOn ? [...companyIds, id] : companyIds.filter((other) => other !== id))
  return (
    <FormModal
      title={t('people.role.title', { name })}
      failure={save.error && failureText(save.error, t)}
      action={t('common.action.save')}
      isDisabled={isAggregator && companyIds.length === 0}
      isBusy={save.isPending}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <SelectField
        label={t('account.info.role')}
        value={role}
        options={options.map((value) => ({ value, label: t(`account.role.${value}`) }))}
        onChange={(value) => setRole(options.find((known) => known === value) ?? role)}
      />
      {isAggregator && (
        <fieldset className={styles.choices}>
          <legend>{t('people.role.companies')}</legend>
          {companies.map((company) => (
            <Checkbox
              key={company.id}
              label={company.name}
              checked={companyIds.includes(company.id)}
              onChange={(isOn) => toggle(company.id, isOn)}
            />
          ))}
        </fieldset>
      )}
    </FormModal>
  )
}
