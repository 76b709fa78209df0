import type { RollOutTargetView } from '@ohmstead/contract/updates-roll-outs'
import { type UpdateState, updateStates } from '@ohmstead/domain/software/update-state'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { Pager } from '../../shared/people/pager.tsx'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { targetsQuery } from './software-query.ts'
import styles from './updates.module.css'

export function RollOutTargets({ rollOutId }: { rollOutId: number }) {
  const t = useT()
  const [state, setState] = useState<UpdateState | null>(null)
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useQuery(targetsQuery(rollOutId, state, page))
  return (
    <Panel
      heading={t('updates.who')}
      isFramed={false}
      tools={
        <SelectField
          isLabelHidden
          label={t('updates.state_label')}
          value={state ?? ''}
          placeholder={t('updates.any_state')}
          options={updateStates.map((value) => ({ value, label: t(`updates.state.${value}`) }))}
          onChange={(value) => {
            setState(updateStates.find((one) => one === value) ?? null)
            setPage(1)
          }}
        />
      }
    >
      {!data && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} radius={16} />}
      {data?.total === 0 && <p className={styles.soft}>{t('updates.nobody')}</p>}
      {data && data.total > 0 && (
        <ul className={styles.list} aria-busy={isPlaceholderData}>
          {data.controllers.map((target) => (
            <TargetRow key={target.id} target={target} />
          ))}
        </ul>
      )}
      {data && <Pager page={page} total={data.total} pageSize={data.page_size} onPage={setPage} />}
    </Panel>
  )
}

function TargetRow({ target }: { target: RollOutTargetView }) {
  const t = useT()
  const { state, percent, failure, hold, detail, location } = target
  const reason = failure ? t(`updates.failure.${failure}`) : hold ? t(`updates.hold.${hold}`) : null
  return (
    <li className={styles.target}>
      <div>
        <Link to={locationPaths.controller({ locationId: location.id }, target.controller_id)}>
          {location.name}
        </Link>
        <span className={styles.serial}>{target.unit_id}</span>
      </div>
      <span className={styles.badge} data-state={state}>
        {t(`updates.state.${state}`)}
        {state === 'in_progress' && percent !== null && ` ${percent} %`}
      </span>
      {(reason || detail) && (
        <p className={styles.soft}>
          {reason} {detail && <q lang="en">{detail}</q>}
        </p>
      )}
    </li>
  )
}
