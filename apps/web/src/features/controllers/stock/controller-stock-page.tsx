import type { StockControllerView } from '@ohmstead/contract/controllers-stock'
import { IconArrowLeft, IconCpu, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCompanyLead } from '../../../shared/companies/use-company-lead.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { paths } from '../../../shared/paths.ts'
import { useRouteIds } from '../../../shared/route-ids.ts'
import { SearchList } from '../../../shared/search-list/search-list.tsx'
import { usePagedSearch } from '../../../shared/use-paged-search.ts'
import backStyles from '../../../ui/back-link.module.css'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import pageStyles from '../controllers-page.module.css'
import { BatchList } from './batch-list.tsx'
import { MakeControllersModal } from './make-controllers-modal.tsx'
import { stockQuery } from './stock-query.ts'
import { StockRow } from './stock-row.tsx'

const states: readonly StockControllerView['state'][] = ['new', 'waiting', 'linked']

/** Controllers that a company hands out: made, labelled, and linked by whoever has the serial. */
export function ControllerStockPage() {
  const companyId = useRouteIds().companyId ?? 0
  // Another company starts with an empty search.
  return <Stock key={companyId} companyId={companyId} />
}

function Stock({ companyId }: { companyId: number }) {
  const t = useT()
  const [state, setState] = useState<'' | StockControllerView['state']>('')
  const [isMaking, setMaking] = useState(false)
  const search = usePagedSearch(state)
  const query = useQuery(stockQuery(companyId, { search: search.search, state, page: search.page }))
  const isFiltered = search.search !== '' || state !== ''
  return (
    <>
      <div className={pageStyles.head}>
        <Link className={backStyles.link} to={paths.globalCompanyControllers(companyId)}>
          <IconArrowLeft size={16} aria-hidden />
          {t('titles.controllers')}
        </Link>
        <Button variant="primary" onClick={() => setMaking(true)}>
          <IconPlus size={16} aria-hidden />
          {t('controllers.stock.make')}
        </Button>
      </div>
      <SearchList
        title={t('titles.controller_stock')}
        lead={useCompanyLead(companyId, t('controllers.stock.lead'))}
        count={(total) => t('companies.card.controllers', { count: total })}
        aside={<BatchList companyId={companyId} />}
        search={search}
        searchLabel={t('controllers.stock.search')}
        filter={
          <SelectField
            label={t('controllers.stock.state')}
            value={state}
            placeholder={t('controllers.stock.any_state')}
            options={states.map((value) => ({ value, label: t(`controllers.stock.state_${value}`) }))}
            onChange={(value) => setState(states.find((one) => one === value) ?? '')}
          />
        }
        query={query}
        rows={({ controllers }) =>
          controllers.map((controller) => (
            <StockRow key={controller.id} controller={controller} companyId={companyId} />
          ))
        }
        empty={
          isFiltered
            ? { title: t('controllers.company.list.none'), text: t('controllers.company.list.none_text') }
            : {
                icon: <IconCpu size={22} />,
                title: t('controllers.page.empty_title'),
                text: t('controllers.stock.empty_text'),
              }
        }
      />
      {isMaking && <MakeControllersModal companyId={companyId} onClose={() => setMaking(false)} />}
    </>
  )
}
