import { IconChartAreaLine } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../../shared/i18n/use-t.ts'
import { portalPaths } from '../../../shared/paths.ts'
import { PowersNote } from '../../../shared/portal/consumer-info/powers-note.tsx'
import { findShownSoFar } from '../../../shared/portal/find-shown-so-far.ts'
import { isImporting, type PortalDevice } from '../../../shared/portal/portal-query.ts'
import { useSoFarText } from '../../../shared/portal/so-far.tsx'
import { usePortalDevice } from '../../../shared/portal/use-portal-devices.ts'
import { usePortalSelection } from '../../../shared/portal/use-portal-selection.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../../shared/states/page-states.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { BlockTable } from './block-table.tsx'
import { DataHeadline } from './data-headline.tsx'
import styles from './data-page.module.css'
import { DurationPanel } from './duration-panel.tsx'
import { HeatPanel } from './heat-panel.tsx'
import { PointMoney } from './point-money.tsx'
import { QualityPanel } from './quality-panel.tsx'
import { ReadingsChart } from './readings-chart.tsx'
import { useReadingsSummary } from './use-readings-summary.ts'

/** A metering point's import: in a sentence, as a picture, by hour and day, and with its data quality. */
export function DataPage() {
  const { device } = usePortalDevice()
  return device && <DataOf device={device} />
}

function DataOf({ device }: { device: PortalDevice }) {
  const t = useT()
  const query = useReadingsSummary(device)
  const summary = query.data
  const { selection } = usePortalSelection()
  const soFarText = useSoFarText()
  const soFar = summary ? findShownSoFar(summary, selection, device.readings, query.isPlaceholderData) : null
  const lead = soFar ? `${soFarText(soFar)}.` : null
  return (
    <div className={styles.page} aria-busy={query.isPlaceholderData}>
      {query.isError && summary && (
        <FailedStrip error={query.error} knownAt={query.dataUpdatedAt} onRetry={() => void query.refetch()} />
      )}
      {!summary ? (
        query.isError ? (
          <FailedState isPage error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <DataSkeleton />
        )
      ) : summary.known === null ? (
        <NoReadings device={device} />
      ) : (
        <div className={styles.content} data-outdated={query.isPlaceholderData || undefined}>
          <DataHeadline summary={summary} soFar={soFar} />
          <p>
            <Link to={portalPaths.offers} className={buttonClass({ variant: 'primary' })}>
              {t('offer_comparison.link')}
            </Link>
          </p>
          <PointMoney deviceId={device.id} />
          <ReadingsChart summary={summary} device={device} />
          <BlockTable blocks={summary.blocks} totalWh={summary.totals.importWh} soFar={lead}>
            <PowersNote device={device} />
          </BlockTable>
          <HeatPanel summary={summary} eimm={device.eimm} soFar={lead} />
          <DurationPanel summary={summary} eimm={device.eimm} soFar={lead} />
          <QualityPanel summary={summary} eimm={device.eimm} soFar={lead} />
        </div>
      )}
    </div>
  )
}

function NoReadings({ device }: { device: PortalDevice }) {
  const t = useT()
  const hasSome = device.readings.from !== null
  return (
    <EmptyState
      isPage
      icon={<IconChartAreaLine size={22} stroke={1.6} />}
      title={t('portal.data.empty_title')}
      text={t(
        isImporting(device)
          ? 'portal.data.empty_importing'
          : hasSome
            ? 'portal.data.empty_range'
            : 'portal.data.empty_text',
      )}
    >
      {!isImporting(device) && !hasSome && (
        <Link to={portalPaths.management} className={buttonClass({ variant: 'primary' })}>
          {t('titles.portal_management')}
        </Link>
      )}
    </EmptyState>
  )
}

function DataSkeleton() {
  return (
    <div className={styles.content} aria-busy>
      <Skeleton width="70%" height={34} />
      <Skeleton height={480} radius={16} />
      <Skeleton height={280} radius={16} />
    </div>
  )
}
