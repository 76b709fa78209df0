/** As many charging sessions are listed at once. */
export const chargingSessionsAtOnce = 100
