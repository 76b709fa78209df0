/** What a job is about and whom it belongs to; all null is for super admins only. */
export interface JobStart {
  kind: string
  total?: number | null
  detail?: Record<string, unknown>
  companyId?: number | null
  locationId?: number | null
  createdBy?: number | null
  /** Waits until those of its kind that were started before have ended. */
  takesTurns?: boolean
}
