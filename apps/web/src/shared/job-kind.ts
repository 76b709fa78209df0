import type { MessageKey } from './i18n/use-t.ts'

const kindKeys: Record<string, MessageKey> = {
  alarm_rule_preview: 'jobs.kind.alarm_rule_preview',
  bulk_change: 'jobs.kind.bulk_change',
  controller_backup: 'jobs.kind.controller_backup',
  controller_restore: 'jobs.kind.controller_restore',
  controller_stock: 'jobs.kind.controller_stock',
  account_export: 'jobs.kind.account_export',
  demo_history: 'jobs.kind.demo_history',
  portal_import: 'jobs.kind.portal_import',
  portfolio_optimisation: 'jobs.kind.portfolio_optimisation',
  month_costs: 'jobs.kind.month_costs',
  repricing: 'jobs.kind.repricing',
  sharing_settlement: 'jobs.kind.sharing_settlement',
  sharing_simulation: 'jobs.kind.sharing_simulation',
  spot_backfill: 'jobs.kind.spot_backfill',
}

/** The name of a kind of work. */
export const jobKindKey = (kind: string): MessageKey => kindKeys[kind] ?? 'jobs.kind.other'
