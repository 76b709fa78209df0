import {
  IconAdjustments,
  IconArrowBackUp,
  IconBuilding,
  IconCoinEuro,
  IconPlugConnected,
  IconPlus,
  IconSettings,
  IconShare2,
  IconWorldCog,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { locationQuery } from '../locations/location-query.ts'
import { useNavigationContext } from '../navigation/navigation-context.ts'
import { useLocationAddress } from '../route-ids.ts'
import { useUser } from '../session/current-user.ts'
import { buildFooterLinks, type FooterLink } from './footer-links.ts'
import styles from './sidebar.module.css'

const icons = {
  manage: IconAdjustments,
  setup: IconPlus,
  pricing: IconCoinEuro,
  sharing: IconShare2,
  integrations: IconPlugConnected,
  settings: IconSettings,
  companies: IconBuilding,
  global: IconWorldCog,
  back: IconArrowBackUp,
} as const satisfies Record<FooterLink['key'], unknown>

export function SidebarFooter({ isNarrow, onFollow }: { isNarrow: boolean; onFollow: () => void }) {
  const t = useT()
  const user = useUser()
  const context = useNavigationContext()
  const address = useLocationAddress()
  const pathname = useLocation({ select: (place) => place.pathname })
  const { data: location } = useQuery({
    ...locationQuery(address?.locationId ?? 0),
    enabled: address !== null,
  })
  const links = buildFooterLinks({
    user,
    context,
    location: address && { ...address, ownCompanyId: location?.company.id ?? null },
  })
  return (
    <nav className={styles.footer} aria-label={t('titles.settings')}>
      {links.map((link) => {
        const Icon = icons[link.key]
        const label =
          link.key === 'back'
            ? t('navigation.footer.back_to', { name: link.name })
            : t(`navigation.footer.${link.key}`)
        return (
          <Link
            key={link.key}
            to={link.href}
            onClick={onFollow}
            aria-label={label}
            data-tooltip={isNarrow ? label : undefined}
            activeOptions={{ exact: link.key === 'setup' }}
            data-within={
              'sections' in link &&
              link.sections.some((section) => pathname === section || pathname.startsWith(`${section}/`))
            }
          >
            <Icon size={18} stroke={1.6} aria-hidden />
            {!isNarrow && <span>{label}</span>}
          </Link>
        )
      })}
    </nav>
  )
}
