import { IconCpu } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { EmptyState } from '../../shared/states/page-states.tsx'
import { buttonClass } from '../../ui/button.tsx'

/** Devices by themselves; for now they come with their controllers. */
export function SetupDevicesPage() {
  const t = useT()
  return (
    <EmptyState
      isPage
      icon={<IconCpu size={22} />}
      title={t('titles.setup_devices')}
      text={t('setup.devices_later')}
    >
      <Link to={paths.setup} className={buttonClass({ variant: 'primary' })}>
        {t('titles.setup')}
      </Link>
    </EmptyState>
  )
}
