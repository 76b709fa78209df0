import type { TroubledController } from '@ohmstead/contract/operation'
import type { ControllerProblem } from '@ohmstead/domain/fleet/controller-problem'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClockText } from '../../shared/clock-text.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths, paths } from '../../shared/paths.ts'
import { Pager } from '../../shared/people/pager.tsx'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { useNow } from '../../shared/use-now.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import styles from './operation.module.css'
import { troubledControllersQuery } from './operation-query.ts'

/** A page of the controllers with a problem, each with the way to it. */
export function TroubledControllers({ problem }: { problem: ControllerProblem }) {
  const t = useT()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(troubledControllersQuery(problem, page))
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} radius={12} />
  if (data.total === 0) return <p className={styles.lead}>{t('operation.none')}</p>
  return (
    <>
      <FigureTable label={t(`operation.controllers.${problem}`)} isFlush>
        <thead>
          <tr>
            <th scope="col">{t('operation.controllers.controller')}</th>
            {/* Beside the name, since what follows may be beyond the edge of a phone. */}
            {problem === 'refused' && (
              <th scope="col" data-text>
                {t('controllers.page.refusal_reason')}
              </th>
            )}
            <th scope="col" data-text>
              {t('location_groups.locations.column.location')}
            </th>
            <th scope="col" data-text>
              {t('controllers.page.last_seen')}
            </th>
            {problem === 'wrong_clock' && (
              <th scope="col" data-text>
                {t('operation.controllers.wrong_clock')}
              </th>
            )}
            {problem === 'old_software' && (
              <th scope="col" data-text>
                {t('operation.version')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {data.controllers.map((controller) => (
            <ControllerRow key={controller.id} controller={controller} problem={problem} />
          ))}
        </tbody>
      </FigureTable>
      <Pager page={data.page} total={data.total} pageSize={data.page_size} onPage={setPage} />
    </>
  )
}

function ControllerRow({
  controller: { id, unit_id: unitId, alias, location, last_seen_at: seenAt, ...facts },
  problem,
}: {
  controller: TroubledController
  problem: ControllerProblem
}) {
  const t = useT()
  const format = useFormat()
  const clockText = useClockText()
  const now = useNow(60_000)
  const name = alias ?? unitId
  return (
    <tr>
      <th scope="row">
        {location ? <Link to={paths.globalCompanyController(location.company_id, id)}>{name}</Link> : name}
      </th>
      {problem === 'refused' && (
        <td data-text>
          {facts.refusals.map(({ reason, last_at: lastAt }) => (
            <div key={reason}>
              {t(`controllers.refusal.${reason}`)} · {format.ago(Math.max(0, now - lastAt))}
            </div>
          ))}
        </td>
      )}
      <td data-text>
        {location ? (
          <Link to={locationPaths.overview({ locationId: location.id })}>{location.name}</Link>
        ) : (
          '–'
        )}
      </td>
      <td data-text>
        {seenAt === null ? t('operation.controllers.new') : format.ago(Math.max(0, now - seenAt))}
      </td>
      {problem === 'wrong_clock' && (
        <td data-text>{facts.clock_offset_ms === null ? '–' : clockText(facts.clock_offset_ms)}</td>
      )}
      {problem === 'old_software' && <td data-text>{facts.version ?? '–'}</td>}
    </tr>
  )
}
