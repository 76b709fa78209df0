import { useRouteIds } from '../../shared/route-ids.ts'
import { AuditLog } from './audit-log.tsx'

/** Below administration everything the reader may see; below a location its own entries. */
export function AuditLogPage() {
  return <AuditLog locationId={useRouteIds().locationId} />
}
