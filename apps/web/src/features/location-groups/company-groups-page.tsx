import type { MenuNodeView } from '@ohmstead/contract/navigation'
import { IconFolder, IconFolderPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { DeletedLocations } from '../../shared/locations/deleted-locations.tsx'
import { companyMenuQuery } from '../../shared/navigation/menu-query.ts'
import { NodeIcon } from '../../shared/node-icon.tsx'
import { paths } from '../../shared/paths.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import rowStyles from '../../ui/card-rows.module.css'
import { PageHead, SettingsCard } from '../../ui/settings-card.tsx'
import styles from './company-groups-page.module.css'
import { GroupModal } from './group-modal.tsx'
import { GroupRulesLink } from './group-rules-link.tsx'
import { type Moved, MoveModal } from './move-modal.tsx'
import { RemoveGroupModal } from './remove-group-modal.tsx'

interface Row {
  node: MenuNodeView
  depth: number
  /** The group it lies in. */
  groupId: number
}

type Dialog = { kind: 'add' | 'rename' | 'remove'; groupId: number; name: string }

/** The groups of a company with their locations, at any depth. */
export function CompanyGroupsPage() {
  const t = useT()
  const companyId = useRouteIds().companyId ?? 0
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [moved, setMoved] = useState<Moved | null>(null)
  const { data, error, refetch } = useQuery(companyMenuQuery(companyId))
  if (!data && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  const rows = data ? flatten(data.structure, 0, data.company.rootGroup.id) : []
  const rootId = data?.company.rootGroup.id
  return (
    <>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <div className={styles.head}>
        <PageHead title={t('titles.location_groups')} text={data?.company.name} />
        {data && (
          <div className={styles.tools}>
            <GroupRulesLink companyId={companyId} locationGroupId={data.company.rootGroup.id} />
            <Button
              variant="primary"
              onClick={() =>
                setDialog({ kind: 'add', groupId: data.company.rootGroup.id, name: data.company.name })
              }
            >
              <IconFolderPlus size={16} aria-hidden />
              {t('location_groups.action.add')}
            </Button>
          </div>
        )}
      </div>
      {!data && <Skeleton height={280} radius={16} />}
      {data && rows.length === 0 && (
        <EmptyState
          icon={<IconFolder size={22} />}
          title={t('location_groups.list.empty')}
          text={t('location_groups.list.empty_text')}
        />
      )}
      {rows.length > 0 && (
        <SettingsCard label={t('titles.location_groups')}>
          <ul>
            {rows.map((row) => (
              <GroupRow
                key={`${row.node.type}-${row.node.id}`}
                {...row}
                companyId={companyId}
                onOpen={setDialog}
                onMove={setMoved}
              />
            ))}
          </ul>
        </SettingsCard>
      )}
      {rows.some(({ node }) => node.type === 'location') && (
        <p>
          <Link to={paths.globalCompanyLocations(companyId)}>{t('location_groups.list.all_locations')}</Link>
        </p>
      )}
      <DeletedLocations companyId={companyId} />
      {moved && data && (
        <MoveModal
          moved={moved}
          groups={[
            { id: data.company.rootGroup.id, name: data.company.name, depth: 0 },
            ...rows
              .filter(({ node }) => node.type === 'location-group')
              .map(({ node, depth }) => ({ id: node.id, name: node.title, depth: depth + 1 })),
          ]}
          onClose={() => setMoved(null)}
        />
      )}
      {dialog?.kind === 'remove' ? (
        <RemoveGroupModal groupId={dialog.groupId} name={dialog.name} onClose={() => setDialog(null)} />
      ) : (
        dialog && (
          <GroupModal
            companyId={companyId}
            groupId={dialog.groupId}
            name={dialog.kind === 'rename' ? dialog.name : null}
            parentName={dialog.kind === 'add' && dialog.groupId !== rootId ? dialog.name : null}
            onClose={() => setDialog(null)}
          />
        )
      )}
    </>
  )
}

function GroupRow({
  node,
  depth,
  groupId,
  companyId,
  onOpen,
  onMove,
}: Row & { companyId: number; onOpen: (dialog: Dialog) => void; onMove: (moved: Moved) => void }) {
  const t = useT()
  const name = node.title
  const isGroup = node.type === 'location-group'
  const open = (kind: Dialog['kind']) => () => onOpen({ kind, groupId: node.id, name })
  return (
    <li className={rowStyles.row} style={{ '--depth': depth } as CSSProperties}>
      <NodeIcon type={node.type} size={18} />
      {isGroup ? (
        <span className={rowStyles.name}>{name}</span>
      ) : (
        <Link className={rowStyles.name} to={paths.globalLocation(companyId, groupId, node.id)}>
          {name}
        </Link>
      )}
      <div className={styles.actions}>
        <Button
          size="small"
          variant="quiet"
          aria-label={t('location_groups.action.move_of', { name })}
          onClick={() =>
            onMove({ type: isGroup ? 'location-group' : 'location', id: node.id, name, groupId })
          }
        >
          {t('location_groups.action.move')}
        </Button>
        {isGroup && (
          <>
            <GroupRulesLink companyId={companyId} locationGroupId={node.id} groupName={name} />
            <Button
              size="small"
              variant="quiet"
              aria-label={t('location_groups.action.add_in', { name })}
              onClick={open('add')}
            >
              {t('location_groups.action.add_short')}
            </Button>
            <Button
              size="small"
              variant="quiet"
              aria-label={t('location_groups.action.rename_of', { name })}
              onClick={open('rename')}
            >
              {t('location_groups.action.rename')}
            </Button>
            {node.children.length === 0 && (
              <Button
                size="small"
                variant="quiet"
                aria-label={t('location_groups.action.delete_of', { name })}
                onClick={open('remove')}
              >
                {t('location_groups.action.delete')}
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  )
}

/** Groups and locations top down; the company itself is the page. */
function flatten(nodes: readonly MenuNodeView[], depth: number, groupId: number): Row[] {
  return nodes.flatMap((node) => {
    if (node.type === 'company') return flatten(node.children, depth, groupId)
    if (node.type === 'location') return [{ node, depth, groupId }]
    if (node.type !== 'location-group') return []
    return [{ node, depth, groupId }, ...flatten(node.children, depth + 1, node.id)]
  })
}
