const absurdTimes = 5
const largestWithoutContract = 1_000_000

/** A reading so far above what the connection lets through is a fault of the data. */
export const largestPowerKw = (connectionPowerKw: number | null) =>
  connectionPowerKw === null ? largestWithoutContract : Math.max(connectionPowerKw, 4) * absurdTimes
