/**
 * The names in the address that are carried from page to page of the portal. The table of routes needs them, and must not
 * bring the portal's pages into the first view.
 */
export const selectionNames = ['device', 'from', 'to', 'vt', 'mt', 'et'] as const
