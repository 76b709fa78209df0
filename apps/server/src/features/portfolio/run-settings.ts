/** The question of a run over metering points. */
export interface PortfolioRun {
  id: number
  userId: number
  deviceIds: readonly number[]
  fromDay: string
  toDay: string
  /** The first of the twelve months that the advice is for. */
  adviceFrom: string
  levies: boolean
  vat: boolean
}
