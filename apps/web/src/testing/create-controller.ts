import type { ControllerView } from '@ohmstead/contract/controllers'

/** A controller as the API shows it: connected, without reported details and refusals. */
export function createController(change: Partial<ControllerView> = {}): ControllerView {
  return {
    id: 3,
    unit_id: 'OH-1234',
    kind: 'CONTROLLER',
    protocol: 'ems',
    alias: null,
    online: true,
    online_changed_at: 0,
    last_seen_at: 0,
    linked_at: 0,
    created_at: 0,
    info: {},
    inventory_rev: null,
    enrol_allowed: true,
    is_from_stock: false,
    clock: null,
    refusals: [],
    ...change,
  }
}
