import type { LocationView } from '@ohmstead/contract/locations'
import type { MoneyView } from '@ohmstead/contract/money'
import { decide } from '@ohmstead/domain/access/permission'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLocationView } from '../../shared/locations/location-query.ts'
import { type LocationAddress, locationPaths } from '../../shared/paths.ts'
import { useLocationAddress } from '../../shared/route-ids.ts'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import { SharingLine } from '../../shared/sharing/sharing-line.tsx'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import answer from '../../shared/what-if/what-if.module.css'
import { buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BasisPanel } from './basis-panel.tsx'
import { BudgetPanel } from './budget-panel.tsx'
import styles from './money.module.css'
import { MoneyFigures } from './money-figures.tsx'
import { moneyQuery } from './money-query.ts'
import { PastMonths } from './past-months.tsx'
import { ThisMonthPanel } from './this-month-panel.tsx'
import { useMoneyText } from './use-money-text.ts'

/** What a location costs: today, this month, and what the month will cost. */
export function CostsPage() {
  const address = useLocationAddress()
  const { data: location, error, refetch } = useLocationView(address?.locationId ?? 0)
  if (!address || !location)
    return error ? <FailedState isPage error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
  return <Costs key={location.id} location={location} address={address} />
}

function Costs({ location, address }: { location: LocationView; address: LocationAddress }) {
  const user = useUser()
  const { data: money, error, refetch } = useQuery(moneyQuery(location.id))
  if (money === undefined)
    return error ? <FailedState isPage error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
  if (money === null) return <SetUp address={address} />
  const resource = { kind: 'location' as const, locationId: location.id, companyId: location.company.id }
  const mayEdit = decide(actorOf(user), 'location.edit', resource) === 'allowed'
  return (
    <div className={styles.page}>
      <Headline money={money} />
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <MoneyFigures money={money} />
      <SharingLine locationId={location.id} />
      <ThisMonthPanel locationId={location.id} money={money} />
      <BudgetPanel locationId={location.id} money={money} mayEdit={mayEdit} />
      <PastMonths locationId={location.id} money={money} address={address} />
      {money.forecast && <BasisPanel money={money} />}
    </div>
  )
}

function Headline({ money }: { money: MoneyView }) {
  const t = useT()
  const text = useMoneyText(money)
  const { month_so_far, forecast } = money
  const payable = month_so_far.payable
  return (
    <header className={answer.headline}>
      <h1>
        {forecast && payable !== null
          ? t('money.sentence', { payable: text(payable), middle: text(forecast.payable.middle) })
          : payable === null
            ? t('money.unknown')
            : t('money.sentence_so_far', { payable: text(payable) })}
      </h1>
      {forecast && (
        <p className={answer.lead}>
          {t('money.range', { low: text(forecast.payable.low), high: text(forecast.payable.high) })}
        </p>
      )}
    </header>
  )
}

function SetUp({ address }: { address: LocationAddress }) {
  const t = useT()
  return (
    <div className={styles.page}>
      <Panel heading={t('money.setup.heading')} lead={t('money.setup.lead')}>
        <p>
          <Link className={buttonClass({ variant: 'primary' })} to={locationPaths.pricing(address)}>
            {t('money.setup.action')}
          </Link>
        </p>
      </Panel>
    </div>
  )
}

function PageSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton height={40} width="60%" />
      <Skeleton height={96} radius={16} />
      <Skeleton height={320} radius={16} />
    </div>
  )
}
