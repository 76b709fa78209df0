import type { MenuNodeView } from '@ohmstead/contract/navigation'
import type { NoticeSettings } from '@ohmstead/contract/notices'
import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from '../../shared/companies/companies-query.ts'
import { type Translate, useT } from '../../shared/i18n/use-t.ts'
import { menuQuery } from '../../shared/navigation/menu-query.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import type { ComboboxOption } from '../../ui/combobox-field.tsx'

export type PlaceKind = keyof NonNullable<NoticeSettings['places']>
type PlaceOption = ComboboxOption & { kind: PlaceKind; id: number }

/** The places that one may choose: of a super admin the companies, of everybody else all of their tree. */
export function usePlaceOptions(): PlaceOption[] {
  const t = useT()
  const isSuperAdmin = hasRole(useUser(), 'ROLE_SUPER_ADMIN')
  const { data: companies } = useQuery({ ...companiesQuery, enabled: isSuperAdmin })
  const { data: tree } = useQuery({ ...menuQuery(null), enabled: !isSuperAdmin })
  if (isSuperAdmin) return (companies ?? []).map(({ id, name }) => toOption('company_ids', id, name, t))
  return listOptions(tree ?? [], t)
}

function listOptions(nodes: readonly MenuNodeView[], t: Translate): PlaceOption[] {
  const found = new Map<string, PlaceOption>()
  const visit = ({ type, id, title, children }: MenuNodeView) => {
    const kind = kinds[type]
    if (kind) {
      const option = toOption(kind, id, title, t)
      found.set(option.value, option)
    }
    children.forEach(visit)
  }
  nodes.forEach(visit)
  return [...found.values()]
}

const kinds: Partial<Record<MenuNodeView['type'], PlaceKind>> = {
  company: 'company_ids',
  'location-group': 'location_group_ids',
  location: 'location_ids',
}

const toOption = (kind: PlaceKind, id: number, label: string, t: Translate): PlaceOption => ({
  ...{ value: `${kind}-${id}`, label, kind, id },
  detail: t(`notices.places.${kind}`),
})
