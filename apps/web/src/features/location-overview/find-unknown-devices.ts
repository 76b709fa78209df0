/** Keys of devices in live values that the page does not know yet, in a fixed order. */
export function findUnknownDevices(
  devices: readonly { key: string }[],
  values: Readonly<Record<string, unknown>>,
): string[] {
  const known = new Set(devices.map(({ key }) => key))
  const seen = new Set(Object.keys(values).map((metric) => metric.slice(0, metric.indexOf('/'))))
  return [...seen.difference(known)].sort()
}
