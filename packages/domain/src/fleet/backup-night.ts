export type BackupPace = 'daily' | 'weekly'

const beginsAt = '01:00'
/** From one to five at night. */
const nightSeconds = 4 * 3600

/** The same for each controller, and spread evenly over all of them. */
const spread = (id: number, most: number) =>
  Math.floor(((Math.imul(id, 2_654_435_761) >>> 0) / 2 ** 32) * most)

/**
 * When a controller is next asked for a backup: at its own minute of the night where it stands, and by the week on its own
 * day, so that they do not all come at once.
 */
export function calculateBackupNight(
  { controllerId, timeZone }: { controllerId: number; timeZone: string },
  pace: BackupPace,
  after: number,
): number {
  const slot = spread(controllerId, 7 * nightSeconds)
  const weekday = 1 + Math.floor(slot / nightSeconds)
  let date = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(timeZone).toPlainDate()
  for (;;) {
    const begin = date.toZonedDateTime({ timeZone, plainTime: beginsAt })
    const at = begin.epochMilliseconds + (slot % nightSeconds) * 1000
    if (at > after && (pace === 'daily' || date.dayOfWeek === weekday)) return at
    date = date.add({ days: 1 })
  }
}
