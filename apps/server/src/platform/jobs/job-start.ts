/** What a job is about and whom it belongs to; if all are null, it is for super admins only. */
export interface JobStart {
  kind: string
  total?: number | null
  detail?: Record<string, unknown>
  companyId?: number | null
  locationId?: number | null
  createdBy?: number | null
  /** Waits until earlier jobs of its kind have ended; with names, only those that share one of them. */
  takesTurns?: boolean | readonly string[]
}
