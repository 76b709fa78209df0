export function connectionAlarm(controller: { id: number; locationId: number | null }) {
  return {
    locationId: controller.locationId!,
    controllerId: controller.id,
    deviceId: null,
    type: 'CONTROLLER_ERROR_CONNECTION' as const,
    code: '',
    text: null,
  }
}
