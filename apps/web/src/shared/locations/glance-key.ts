/** The context of today on the overview of a location, with its money. */
export const glanceKey = (locationId: number) => ['location', locationId, 'glance'] as const
