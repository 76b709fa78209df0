import {
  IconAlertTriangle,
  IconChevronRight,
  IconCoinEuro,
  IconCpu,
  IconGauge,
  IconPlugConnected,
  IconPuzzle,
  IconStack2,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { setupPricingQuery } from '../../shared/pricing/setup-pricing-query.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { isSetUp } from '../../shared/session/is-set-up.ts'
import styles from './setup-page.module.css'

/** The ways to connect something, and what has to be there before. */
export function SetupPage() {
  const t = useT()
  const user = useUser()
  const mayAdd = hasRole(user, 'ROLE_USER_BASIC')
  const hasLocations = user.locations.length > 0
  return (
    <div className={styles.page}>
      <h1>{t(isSetUp(user) ? 'setup.another' : 'setup.heading')}</h1>
      <p>{t(mayAdd ? 'setup.lead' : 'setup.have_invite')}</p>
      <ul className={styles.options}>
        {mayAdd && (
          <>
            <Option
              to={paths.setupOemDevice}
              Icon={IconCpu}
              title={t('titles.setup_oem_device')}
              text={t('setup.oem_device_text')}
            />
            <Option
              to={paths.setupP1Wifi}
              Icon={IconGauge}
              title={t('titles.setup_p1_wifi')}
              text={t('setup.p1_wifi_text')}
            />
            <Option
              to={paths.setupForeign}
              Icon={IconPuzzle}
              title={t('titles.setup_foreign')}
              text={t('setup.foreign_text')}
            />
            <Option
              to={null}
              Icon={IconStack2}
              title={t('titles.setup_devices')}
              text={t('setup.devices_later')}
            />
          </>
        )}
        <Option
          to={paths.integrations}
          Icon={IconPlugConnected}
          title={t('setup.integrations')}
          text={t('setup.integrations_text')}
        />
        {mayAdd && (
          <Option
            to={hasLocations ? paths.setupPricing : null}
            Icon={IconCoinEuro}
            title={t('setup.pricing')}
            text={t(hasLocations ? 'setup.pricing_text' : 'setup.pricing_later')}
            warning={<UnpricedNote isAsked={hasLocations} />}
          />
        )}
      </ul>
      {mayAdd && <p>{t('setup.have_invite')}</p>}
    </div>
  )
}

interface OptionProps {
  /** null if it cannot be chosen (yet). */
  to: string | null
  Icon: typeof IconCpu
  title: string
  text: string
  warning?: ReactNode
}

function Option({ to, Icon, title, text, warning }: OptionProps) {
  const content = (
    <>
      <Icon size={20} stroke={1.6} aria-hidden />
      <span>
        <strong>{title}</strong>
        <small>{text}</small>
        {warning}
      </span>
    </>
  )
  return (
    <li>
      {to === null ? (
        <div className={styles.option} data-disabled>
          {content}
        </div>
      ) : (
        <Link to={to} className={styles.option}>
          {content}
          <IconChevronRight size={18} stroke={1.6} aria-hidden />
        </Link>
      )}
    </li>
  )
}

/** Some location has no active price list. */
function UnpricedNote({ isAsked }: { isAsked: boolean }) {
  const t = useT()
  const { data } = useQuery({ ...setupPricingQuery({}), enabled: isAsked })
  if (!data || data.unpriced === 0) return null
  return (
    <small className={styles.unpriced}>
      <IconAlertTriangle size={14} aria-hidden />
      {t('location_pricing.setup.unpriced', { count: data.unpriced })}
    </small>
  )
}
