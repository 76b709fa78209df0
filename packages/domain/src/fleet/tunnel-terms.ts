/** For how long a tunnel may be opened at a time; the second is what people get unless they choose. */
export const tunnelMinutes = [15, 30, 60, 120, 240] as const
export type TunnelMinutes = (typeof tunnelMinutes)[number]
export const usualTunnelMinutes: TunnelMinutes = 30

/** However often it is extended. */
export const longestTunnelMs = 8 * 3_600_000

/** Whether data costs on what a controller says it is connected over; it says so in words of its own. */
export const isMeteredUplink = (uplink: unknown): boolean =>
  typeof uplink === 'string' && /\b(lte|mobile|cellular|wwan|gsm|umts|[2345]g|modem|nb-?iot)\b/i.test(uplink)
