import type { OperationView } from '@ohmstead/contract/operation'

/** As the alert OhmsteadIngestBehind has it: more is no burst that the next commits take along. */
const mostWaiting = 5000

/** The links of all processes that answer; those that do not say nothing of now. */
export function sumLinks(processes: OperationView['processes']) {
  const links = processes.flatMap(({ is_silent: isSilent, link }) => (isSilent || !link ? [] : [link]))
  const sum = (read: (link: (typeof links)[number]) => number) =>
    links.reduce((total, link) => total + read(link), 0)
  const waiting = sum((link) => link.waiting)
  return {
    broker: links[0]?.broker ?? null,
    processes: links.length,
    connected: sum((link) => Number(link.is_connected)),
    unreachable: [...new Set(links.flatMap((link) => link.unreachable_nodes))].toSorted(),
    storedPerSecond: sum((link) => link.stored_per_second),
    waiting,
    isBehind: waiting > mostWaiting,
  }
}
