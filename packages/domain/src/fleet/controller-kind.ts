/** The kind of on-site unit; which protocol it speaks is a separate matter. */
export const controllerKinds = ['CONTROLLER', 'P1_WIFI', 'GATEWAY'] as const
export type ControllerKind = (typeof controllerKinds)[number]

export function isControllerKind(value: unknown): value is ControllerKind {
  return (controllerKinds as readonly unknown[]).includes(value)
}
