import { useRouteIds } from '../../shared/route-ids.ts'
import { AuditLog } from './audit-log.tsx'

/** Below administration all that one may read of; below a location what concerns it. */
export function AuditLogPage() {
  return <AuditLog locationId={useRouteIds().locationId} />
}
