import { decide } from '@ohmstead/domain/access/permission'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import { Panel } from '../../ui/panel.tsx'
import styles from './month-costs.module.css'
import { monthCostsQuery } from './month-costs-query.ts'
import { MonthCostsSums } from './month-costs-sums.tsx'

const firstPage = { search: '', sort: 'name', direction: 'asc', page: 1 } as const

/** What the locations of the group in the address have cost in the month so far, for whoever runs its company. */
export function GroupMonthCosts() {
  const t = useT()
  const user = useUser()
  const { companyId, locationGroupId } = useRouteIds()
  const company = { kind: 'company' as const, companyId: companyId ?? 0, ownLocationIds: [] }
  const maySee =
    companyId !== null &&
    locationGroupId !== null &&
    decide(actorOf(user), 'company.edit', company) === 'allowed'
  const { data } = useQuery({
    ...monthCostsQuery(
      { companyId: companyId ?? 0, locationGroupId, ...firstPage },
      { workedOutBy: 0, isWorking: false },
    ),
    enabled: maySee,
  })
  // A group in which nobody has set prices has no money to speak of.
  if (!maySee || !data || data.uncounted.noPlan === data.total) return null
  return (
    <div className={styles.below}>
      <Panel
        heading={t('location_pricing.bill.so_far')}
        tools={<Link to={paths.setupPricing}>{t('location_pricing.month.by_location')}</Link>}
      >
        <MonthCostsSums costs={data} />
      </Panel>
    </div>
  )
}
