import { IconChevronRight, IconCoinEuro, IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../lib/load-part.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { paths } from '../../../shared/paths.ts'
import { hasRole, useUser } from '../../../shared/session/current-user.ts'
import { isSetUp } from '../../../shared/session/is-set-up.ts'
import { PartBoundary } from '../../../shared/states/part-boundary.tsx'
import { Button } from '../../../ui/button.tsx'
import styles from './setup-page.module.css'

const AddControllerModal = lazyPart(
  async () => (await import('../add-controller-modal.tsx')).AddControllerModal,
)

/** The start for people without a location; for now by adding a controller together with its location. */
export function SetupPage() {
  const t = useT()
  const user = useUser()
  const [isAdding, setAdding] = useState(false)
  const mayAdd = hasRole(user, 'ROLE_USER_BASIC')
  return (
    <div className={styles.page}>
      <h1>{t(isSetUp(user) ? 'setup.another' : 'setup.heading')}</h1>
      <p>{t(mayAdd ? 'setup.lead' : 'setup.have_invite')}</p>
      {mayAdd && (
        <Button variant="primary" onClick={() => setAdding(true)}>
          <IconPlus size={18} aria-hidden />
          {t('setup.start')}
        </Button>
      )}
      <Link to={paths.integrations} className={styles.option}>
        <IconPlugConnected size={20} stroke={1.6} aria-hidden />
        <span>
          <strong>{t('setup.integrations')}</strong>
          <small>{t('setup.integrations_text')}</small>
        </span>
        <IconChevronRight size={18} stroke={1.6} aria-hidden />
      </Link>
      {mayAdd && <PricingOption isEnabled={user.locations.length > 0} />}
      {mayAdd && <p>{t('setup.have_invite')}</p>}
      {isAdding && (
        <PartBoundary>
          <Suspense>
            <AddControllerModal onClose={() => setAdding(false)} />
          </Suspense>
        </PartBoundary>
      )}
    </div>
  )
}

/** Prices are defined once there is a location that they can be for. */
function PricingOption({ isEnabled }: { isEnabled: boolean }) {
  const t = useT()
  const content = (
    <>
      <IconCoinEuro size={20} stroke={1.6} aria-hidden />
      <span>
        <strong>{t('setup.pricing')}</strong>
        <small>{t(isEnabled ? 'setup.pricing_text' : 'setup.pricing_later')}</small>
      </span>
    </>
  )
  if (!isEnabled)
    return (
      <div className={styles.option} data-disabled>
        {content}
      </div>
    )
  return (
    <Link to={paths.setupPricing} className={styles.option}>
      {content}
      <IconChevronRight size={18} stroke={1.6} aria-hidden />
    </Link>
  )
}
