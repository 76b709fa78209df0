const absurdTimes = 5
const largestWithoutContract = 1_000_000

/** A reading this far above the connection's capacity is a fault of the data. */
export const largestPowerKw = (connectionPowerKw: number | null) =>
  connectionPowerKw === null ? largestWithoutContract : Math.max(connectionPowerKw, 4) * absurdTimes
