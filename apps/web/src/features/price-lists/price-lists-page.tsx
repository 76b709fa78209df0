import type { PriceListView } from '@ohmstead/contract/price-lists'
import { IconPlus, IconReceiptEuro } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { ChooseCompany } from '../../shared/pricing/choose-company.tsx'
import { priceListsQuery } from '../../shared/pricing/price-lists-query.ts'
import { PricesHead } from '../../shared/pricing/prices-head.tsx'
import { type PricesScope, usePricesScope } from '../../shared/pricing/prices-scope.ts'
import { useDaysText } from '../../shared/pricing/use-days-text.ts'
import { useUnpricedBlocks } from '../../shared/pricing/use-unpriced-blocks.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { TableFrame } from '../../ui/table-frame.tsx'
import { ListState } from './list-state.tsx'
import styles from './price-lists-page.module.css'

/** The price lists of a company, of a location or of the person. */
export function PriceListsPage() {
  const scope = usePricesScope()
  if (!scope) return <Skeleton height={240} radius={16} />
  return scope.needsCompany ? <ChooseCompany /> : <Lists scope={scope} />
}

function Lists({ scope }: { scope: PricesScope }) {
  const t = useT()
  const { data: lists, error, refetch } = useQuery(priceListsQuery(scope))
  const create = scope.mayCreate && (
    <Link to={scope.paths.createPriceList} className={buttonClass({ variant: 'primary' })}>
      <IconPlus size={16} aria-hidden />
      {t('price_lists.action.add')}
    </Link>
  )
  return (
    <div className={styles.page}>
      <PricesHead title={t('titles.price_lists')} lead={t('price_lists.lead')}>
        {create}
      </PricesHead>
      {error && !lists && <FailedState error={error} onRetry={() => void refetch()} />}
      {error && lists && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {!lists && !error && <Skeleton height={180} radius={16} />}
      {lists?.length === 0 && (
        <EmptyState
          icon={<IconReceiptEuro size={22} />}
          title={t('price_lists.empty.title')}
          text={t(scope.mayCreate ? 'price_lists.empty.text' : 'price_lists.empty.viewer')}
        />
      )}
      {lists && lists.length > 0 && <ListTable scope={scope} lists={lists} />}
    </div>
  )
}

function ListTable({ scope, lists }: { scope: PricesScope; lists: readonly PriceListView[] }) {
  const t = useT()
  const daysText = useDaysText()
  const unpricedBlocks = useUnpricedBlocks()
  return (
    <TableFrame label={t('titles.price_lists')} frameClass={styles.scroll!} tableClass={styles.table}>
      <thead>
        <tr>
          <th scope="col" data-text>
            {t('price_lists.field.name')}
          </th>
          <th scope="col" data-text>
            {t('price_lists.column.state')}
          </th>
          <th scope="col" data-text>
            {t('price_lists.field.type')}
          </th>
          <th scope="col" data-text>
            {t('price_lists.field.utility')}
          </th>
          <th scope="col" data-text>
            {t('price_lists.field.validity')}
          </th>
          <th scope="col" data-text>
            {t('price_lists.column.used_by')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lists.map((list) => (
          <tr key={list.id}>
            <th scope="row">
              <Link to={scope.paths.priceList(list.id)}>{list.name}</Link>
              {!list.canEdit && <small className={styles.soft}> · {t('price_lists.column.read_only')}</small>}
              {list.supplyOffer?.hasNewer && (
                <small className={styles.soft}> · {t('price_lists.offer.newer_short')}</small>
              )}
            </th>
            <td data-text>
              <ListState priceList={list} />
              {unpricedBlocks(list.terms).length > 0 && (
                <span className={styles.state} data-state="unpriced">
                  {t('price_lists.unpriced.mark')}
                </span>
              )}
            </td>
            <td data-text>{t(`price_lists.type.${list.terms.buy.kind}`)}</td>
            <td data-text>{list.utility || '–'}</td>
            <td data-text>{daysText(list.validFrom, list.validTo)}</td>
            <td data-text>
              {list.isInUse
                ? t('price_lists.used_by', { plans: list.planCount, locations: list.locationCount })
                : t('price_lists.unused')}
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}
