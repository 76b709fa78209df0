import { IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { companiesQuery } from '../companies/companies-query.ts'
import { useT } from '../i18n/use-t.ts'
import { paths } from '../paths.ts'
import { selectCompany } from '../selected-company.ts'
import { EmptyState } from '../states/page-states.tsx'

/** Prices of several companies: one of them is chosen first, and the page goes on with what it was opened for. */
export function ChooseCompany() {
  const t = useT()
  const { data: companies, error } = useQuery(companiesQuery)
  return (
    <EmptyState
      isPage
      icon={<IconBuilding size={22} />}
      title={t('price_lists.company.title')}
      text={t('price_lists.company.text')}
    >
      {error && !companies ? (
        <Link to={paths.overview} className={buttonClass({ variant: 'primary' })}>
          {t('price_lists.company.action')}
        </Link>
      ) : (
        <SelectField
          label={t('locations.settings.company')}
          value=""
          placeholder={t('price_lists.company.title')}
          options={(companies ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(companyId) => selectCompany(Number(companyId))}
        />
      )}
    </EmptyState>
  )
}
