import type { CommandMessage, InventoryDevice, ReadingValue } from '@ohmstead/contract/controller-messages'
import type { Adapter, ForeignMessage, KnownState, Outgoing, Translation } from './adapter.ts'

/** A session of an adapter beside what its messages came to; for tests and for trials on recorded messages. */
export function createTrial(adapter: Adapter, known: Partial<KnownState> = {}) {
  const session = adapter.openSession({
    ...{ charging: [], subProtocol: null },
    ...{ serial: 'ABCD-EFGH-JKMN-PQRS', devices: [], mapping: [], sources: [], roles: {} },
    ...{ timeZone: 'Europe/Ljubljana', keptMs: 400 * 86_400_000 },
    ...known,
  })
  const values: Record<string, ReadingValue> = {}
  const devices = new Map<string, InventoryDevice>()
  const outgoing: Outgoing[] = session.greet?.() ?? []
  return {
    /** Reads a message; keeps its values, devices and answers. */
    send(path: string, text: string, more: Partial<ForeignMessage> = {}): Translation {
      const translation = session.read({
        path,
        text,
        arrivedAt: 1_767_225_600_000,
        isRetained: false,
        ...more,
      })
      for (const sample of [...(translation.lateSamples ?? []), ...(translation.samples ?? [])])
        Object.assign(values, sample.values)
      for (const device of translation.devices ?? []) devices.set(device.id, device)
      outgoing.push(...(translation.outgoing ?? []))
      return translation
    },
    /** What time alone brings. */
    tick: (now: number) => session.tick?.(now) ?? {},
    command: (command: CommandMessage) => session.command?.(command) ?? null,
    /** The newest value of each metric. */
    values: () => values,
    device: (id: string) => devices.get(id),
    devices: () => [...devices.values()],
    outgoing,
  }
}
