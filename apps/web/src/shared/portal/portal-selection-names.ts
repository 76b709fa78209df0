/**
 * The parameters in the address that are carried between pages of the portal. The route table needs them, and must not
 * load the portal's pages into the first view.
 */
export const selectionNames = ['device', 'from', 'to', 'vt', 'mt', 'et'] as const
