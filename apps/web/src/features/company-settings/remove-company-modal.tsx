import type { CompanyDeletionView } from '@ohmstead/contract/companies'
import { required } from '@ohmstead/domain/forms/form-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../lib/call.ts'
import { companiesQuery } from '../../shared/companies/companies-query.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { getNavigationContext, setNavigationContext } from '../../shared/navigation/navigation-context.ts'
import { paths } from '../../shared/paths.ts'
import { getSelectedCompany, selectCompany } from '../../shared/selected-company.ts'
import { adoptAccess } from '../../shared/session/adopt-access.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { companyDeletionQuery } from './company-deletion-query.ts'
import styles from './remove-company.module.css'

const takes: Record<keyof CompanyDeletionView['takes'], MessageKey> = {
  location_groups: 'company_settings.delete.groups',
  price_lists: 'titles.price_lists',
  rate_plans: 'titles.rate_plans',
  alarm_rules: 'titles.alarm_rules',
  webhooks: 'titles.webhooks',
  sharing: 'titles.energy_sharing',
  roll_outs: 'updates.roll_outs',
}
const leaves: Record<keyof CompanyDeletionView['leaves'], MessageKey> = {
  users: 'company_settings.delete.users',
  administrators: 'company_settings.delete.administrators',
  controllers: 'company_settings.delete.controllers',
}

/** There is no way back into it. */
function forgetCompany(companyId: number): void {
  if (new RegExp(`/companies/${companyId}(/|$)`).test(getNavigationContext()?.returnPath ?? ''))
    setNavigationContext(null)
  if (getSelectedCompany() === companyId) selectCompany(null)
}

interface RemoveCompanyModalProps {
  companyId: number
  name: string
  deletion: CompanyDeletionView
  onClose: () => void
}

/** Says what goes and what stays; typing the name confirms it. */
export function RemoveCompanyModal({ companyId, name, deletion, onClose }: RemoveCompanyModalProps) {
  const t = useT()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useForm({
    initial: { name: '' },
    rules: { name: [required] },
    labels: { name: t('company_settings.field.name') },
    send: async (values) => {
      try {
        await call('DELETE /companies/:companyId', { params: { companyId }, body: values })
      } catch (error) {
        // Somebody may have put something into it.
        void queryClient.invalidateQueries(companyDeletionQuery(companyId))
        throw error
      }
      // Leave first: the pages of a company that is gone would say that it does not exist.
      forgetCompany(companyId)
      await navigate({ to: paths.globalSettings })
      await adoptAccess(queryClient)
      await queryClient.invalidateQueries(companiesQuery)
      showToast(t('company_settings.delete.done', { name }), { tone: 'success' })
    },
  })
  return (
    <FormModal
      title={t('company_settings.delete.heading')}
      failure={form.failure}
      action={t('company_settings.delete.action')}
      isDangerous
      isDisabled={form.values.name.trim() !== name}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <Counts title={t('company_settings.delete.takes')} counts={deletion.takes} labels={takes} isFirst />
      <Counts title={t('company_settings.delete.stays')} counts={deletion.leaves} labels={leaves} />
      <p>{t('company_settings.delete.confirm', { name })}</p>
      <TextField {...form.text('name')} autoComplete="off" autoFocus />
    </FormModal>
  )
}

function Counts<Key extends string>({
  title,
  counts,
  labels,
  isFirst = false,
}: {
  title: string
  counts: Record<Key, number>
  labels: Record<Key, MessageKey>
  isFirst?: boolean
}) {
  const t = useT()
  const format = useFormat()
  const there = (Object.keys(labels) as Key[]).filter((key) => counts[key] > 0)
  if (there.length === 0) return isFirst ? <p>{t('company_settings.delete.nothing')}</p> : null
  return (
    <section className={styles.section} aria-label={title}>
      <h3>{title}</h3>
      <dl className={styles.counts}>
        {there.map((key) => (
          <div key={key}>
            <dt>{t(labels[key])}</dt>
            <dd>{format.number(counts[key])}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
