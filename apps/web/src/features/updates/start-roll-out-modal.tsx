import type { SoftwareImageView } from '@ohmstead/contract/updates'
import {
  type RollOutPlanName,
  rollOutPlanNames,
  rollOutPlans,
} from '@ohmstead/domain/software/roll-out-stages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { companiesQuery } from '../../shared/companies/companies-query.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { listGroupOptions } from '../../shared/navigation/group-options.ts'
import { companyMenuQuery } from '../../shared/navigation/menu-query.ts'
import { paths } from '../../shared/paths.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { Modal } from '../../ui/modal.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { candidatesQuery, rollOutsKey } from './software-query.ts'
import styles from './updates.module.css'

/** Whom, in which stages, and when to stop; before it starts it says how many it would reach. */
export function StartRollOutModal({
  images,
  onClose,
}: {
  images: readonly SoftwareImageView[]
  onClose: () => void
}) {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isAdmin = hasRole(useUser(), 'ROLE_SUPER_ADMIN')
  const { data: companies = [] } = useQuery(companiesQuery)
  const [imageId, setImageId] = useState(images[0]!.id)
  const [chosenCompany, setCompany] = useState('')
  const [group, setGroup] = useState('')
  const [version, setVersion] = useState('')
  const [plan, setPlan] = useState<RollOutPlanName>('careful')
  const [stopFailures, setStopFailures] = useState('3')
  const [typedName, setName] = useState<string | null>(null)
  const image = images.find(({ id }) => id === imageId)!
  const name = typedName ?? t('updates.to_version', { version: image.version ?? '' })
  // Aggregators have no choice "all".
  const company = chosenCompany || (isAdmin ? '' : String(companies[0]?.id ?? ''))
  const companyId = company ? Number(company) : null
  const { data: menu } = useQuery({ ...companyMenuQuery(companyId ?? 0), enabled: companyId !== null })
  const groups = companyId !== null && menu ? listGroupOptions(menu.structure) : []
  const locationGroupId = group ? Number(group) : null
  const choice = { imageId, companyId, locationGroupId, version: version || null }
  const isChosen = isAdmin || company !== ''
  const { data: found } = useQuery({ ...candidatesQuery(choice), enabled: isChosen })
  const { data: all } = useQuery({ ...candidatesQuery({ ...choice, version: null }), enabled: isChosen })
  const start = useMutation({
    mutationFn: () =>
      call('POST /roll-outs', {
        body: { name, ...choice, stages: [...rollOutPlans[plan]], stopFailures: Number(stopFailures) },
      }),
    onSuccess: ({ roll_out }) => {
      void queryClient.invalidateQueries({ queryKey: rollOutsKey })
      void navigate({ to: paths.rollOut(roll_out.id) })
    },
  })
  const versions = (all?.versions ?? []).flatMap((one) => one.version ?? [])
  return (
    <Modal
      title={t('updates.new_roll_out')}
      closeLabel={t('common.action.close')}
      closesOnMask={false}
      onClose={onClose}
    >
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault()
          start.mutate()
        }}
      >
        <SelectField
          label={t('updates.form.image')}
          value={String(imageId)}
          options={images.map(({ id, version: of, kind }) => ({
            value: String(id),
            label: `${of} · ${t(`controllers.kind.${kind}`)}`,
          }))}
          onChange={(value) => setImageId(Number(value))}
        />
        <TextField label={t('updates.form.name')} value={name} maxLength={100} required onChange={setName} />
        <div className={formStyles.pair}>
          <SelectField
            label={t('updates.form.company')}
            value={company}
            {...(isAdmin && { placeholder: t('updates.form.all_companies') })}
            options={companies.map(({ id, name: of }) => ({ value: String(id), label: of }))}
            onChange={(value) => {
              setCompany(value)
              setGroup('')
              setVersion('')
            }}
          />
          <SelectField
            label={t('updates.form.group')}
            value={group}
            placeholder={t('updates.form.all_groups')}
            options={groups}
            disabled={groups.length === 0}
            onChange={(value) => {
              setGroup(value)
              setVersion('')
            }}
          />
        </div>
        <div className={formStyles.pair}>
          <SelectField
            label={t('updates.form.version')}
            value={version}
            placeholder={t('updates.form.any_version')}
            options={versions.map((value) => ({ value, label: value }))}
            onChange={setVersion}
          />
          <TextField
            label={t('updates.form.stop_at')}
            type="number"
            inputMode="numeric"
            min={1}
            max={1000}
            required
            value={stopFailures}
            onChange={setStopFailures}
          />
        </div>
        <SelectField
          label={t('updates.form.stages')}
          value={plan}
          options={rollOutPlanNames.map((value) => ({ value, label: t(`updates.form.${value}`) }))}
          onChange={(value) => setPlan(rollOutPlanNames.find((one) => one === value) ?? 'careful')}
        />
        <p className={styles.reached} role="status">
          {found
            ? t('updates.form.reached', {
                count: format.number(found.count),
                online: format.number(found.online),
              })
            : '\u00a0'}
          {found?.count === 0 && <span>{t('updates.form.reaches_none')}</span>}
        </p>
        <div aria-live="polite">
          {start.error && <p className={formStyles.error}>{errorText(start.error, t)}</p>}
        </div>
        <div className={formStyles.actions}>
          <Button variant="quiet" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" variant="primary" isBusy={start.isPending} disabled={found?.count === 0}>
            {t('updates.start_roll_out')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
