import { IconDots } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { NodeIcon } from '../../shared/node-icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { type Crumb, collapseTrail } from './breadcrumb-trail.ts'
import styles from './breadcrumbs.module.css'
import { useTrail } from './use-trail.ts'

/** The path to the current page; a long one keeps its end and folds the rest into a menu. */
export function Breadcrumbs({ isMobile }: { isMobile: boolean }) {
  const t = useT()
  const navigate = useNavigate()
  const { hidden, shown } = collapseTrail(useTrail(), isMobile)
  return (
    <nav aria-label={t('navigation.breadcrumbs.label')}>
      <ol className={styles.list}>
        {hidden.length > 0 && (
          <li className={styles.item}>
            <Menu
              label={t('navigation.breadcrumbs.more')}
              trigger={<IconDots size={18} />}
              triggerClassName={styles.more!}
              sections={[
                {
                  key: 'hidden',
                  items: hidden.map((crumb) => ({
                    key: crumb.key,
                    label: crumb.title,
                    icon: <CrumbIcon crumb={crumb} />,
                    isDisabled: crumb.href === null,
                    onSelect: () => crumb.href && void navigate({ to: crumb.href }),
                  })),
                },
              ]}
            />
            <Slash />
          </li>
        )}
        {shown.map((crumb, index) => (
          <li key={crumb.key} className={styles.item}>
            <CrumbLink crumb={crumb} isLast={index === shown.length - 1} />
            {index < shown.length - 1 && <Slash />}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function CrumbLink({ crumb, isLast }: { crumb: Crumb; isLast: boolean }) {
  const content = (
    <>
      <CrumbIcon crumb={crumb} />
      <span>{crumb.title}</span>
    </>
  )
  const current = isLast ? ({ 'aria-current': 'page' } as const) : {}
  if (crumb.href === null) {
    return (
      <span className={styles.crumb} {...current}>
        {content}
      </span>
    )
  }
  return (
    <Link
      to={crumb.href}
      className={styles.crumb}
      activeOptions={{ exact: true, includeSearch: false }}
      {...current}
    >
      {content}
    </Link>
  )
}

function CrumbIcon({ crumb }: { crumb: Crumb }) {
  return <NodeIcon type={crumb.type} category={crumb.category} size={16} />
}

function Slash() {
  return (
    <span className={styles.slash} aria-hidden>
      /
    </span>
  )
}
