import { useQuery } from '@tanstack/react-query'
import { useT } from '../../shared/i18n/use-t.ts'
import { priceListsQuery } from '../../shared/pricing/price-lists-query.ts'
import { SelectField } from '../../ui/select-field.tsx'

interface PointPriceFieldProps {
  value: number | null
  onChange: (priceListId: number | null) => void
}

/** One's own price list for a metering point that belongs to no location. */
export function PointPriceField({ value, onChange }: PointPriceFieldProps) {
  const t = useT()
  const { data: lists } = useQuery(priceListsQuery({ locationId: null, companyId: null }))
  return (
    <SelectField
      label={t('titles.price_list')}
      value={value === null ? '' : String(value)}
      placeholder={t('price_lists.field.choose')}
      options={(lists ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      help={t('energy_sharing.places.price_help')}
      onChange={(id) => onChange(id === '' ? null : Number(id))}
    />
  )
}
