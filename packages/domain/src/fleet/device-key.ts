/**
 * The name of a device within its location: the controller's own name, numbered (`grid-2`) if another device of the
 * location already has it.
 */
export function chooseDeviceKey(sourceKey: string, taken: ReadonlySet<string>): string {
  if (!taken.has(sourceKey)) return sourceKey
  for (let number = 2; ; number++) {
    const suffix = `-${number}`
    const key = sourceKey.slice(0, 64 - suffix.length) + suffix
    if (!taken.has(key)) return key
  }
}
