import { isReceiving, isSending } from '@ohmstead/domain/sharing/sharing-terms'
import type { SharingMember, SharingQuestion } from '../sharing-model.ts'

// A single quarter-hour as one would work it out by hand, deliberately by other means than the engine: in big integers,
// each asked for its local day, everything looked up anew.

export interface NaiveShare {
  given: bigint
  allotted: bigint
  received: bigint
}

/** Null if nothing is shared. `worthOf` is by member id. */
export function allocateNaively(
  { group, keys, members }: SharingQuestion,
  startMs: number,
  worthOf: (id: string) => number,
): Map<string, NaiveShare> | null {
  const day = Temporal.Instant.fromEpochMilliseconds(startMs)
    .toZonedDateTimeISO('Europe/Ljubljana')
    .toPlainDate()
    .toString()
  const key = [...keys]
    .filter(({ validFrom }) => validFrom <= day)
    .sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
    .at(-1)?.key
  const active = members
    .filter(({ validFrom, validTo }) => validFrom <= day && (validTo === null || day <= validTo))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const shareOf = (id: string) => (key?.kind === 'static' ? millionths(key.shares[id] ?? '0') : 0n)
  const receivers = active.filter(
    (member) => isReceiving(member) && (key?.kind !== 'static' || shareOf(member.id) > 0n),
  )
  const senders = active.filter(isSending)
  if (!key || receivers.length === 0 || senders.length === 0) return null
  const offers = senders.map((member) => offerOf(member, startMs))
  const needs = receivers.map((member) => needOf(member, startMs))
  if ([...offers, ...needs].includes(null)) return null
  const [offered, needed] = [offers as bigint[], needs as bigint[]]
  const pool = sum(offered)
  let allotted: bigint[]
  if (key.kind === 'static') {
    const shares = receivers.map(({ id }) => shareOf(id))
    allotted = split((pool * sum(shares)) / 1_000_000n, shares)
  } else if (key.kind === 'byUse') {
    allotted = split(pool, sum(needed) > 0n ? needed : needed.map(() => 1n))
  } else {
    const order = receivers.map((_, place) => place)
    if (pool < sum(needed))
      order.sort((a, b) => worthOf(receivers[b]!.id) - worthOf(receivers[a]!.id) || a - b)
    let rest = pool
    allotted = needed.map(() => 0n)
    for (const place of order) {
      allotted[place] = needed[place]! < rest ? needed[place]! : rest
      rest -= allotted[place]!
    }
    allotted[order[0]!]! += rest
  }
  const received = allotted.map((own, place) => (own < needed[place]! ? own : needed[place]!))
  const gone = group.scheme === 'sharing' ? sum(allotted) : sum(received)
  const given = split(gone, offered)
  const found = new Map(active.map(({ id }) => [id, { given: 0n, allotted: 0n, received: 0n }]))
  senders.forEach(({ id }, place) => {
    found.get(id)!.given = given[place]!
  })
  receivers.forEach(({ id }, place) => {
    Object.assign(found.get(id)!, { allotted: allotted[place], received: received[place] })
  })
  return found
}

const sum = (all: bigint[]) => all.reduce((total, one) => total + one, 0n)
const millionths = (share: string) => BigInt(Math.round(Number(share) * 1e6))

function split(whole: bigint, weights: bigint[]): bigint[] {
  const all = sum(weights)
  if (all === 0n) return weights.map(() => 0n)
  const parts = weights.map((weight) => (whole * weight) / all)
  const byRemainder = weights
    .map((weight, place) => ({ place, rest: (whole * weight) % all }))
    .sort((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1))
  const left = Number(whole - sum(parts))
  for (const { place } of byRemainder.slice(0, left)) parts[place]! += 1n
  return parts
}

function readingsAt({ energies }: SharingMember, startMs: number) {
  const i = (startMs - energies.firstStartMs) / 900_000
  const monthOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(energies.firstStartMs + at * 900_000)
      .toZonedDateTimeISO('Europe/Ljubljana')
      .toPlainDate()
      .toString()
      .slice(0, 7)
  const isRead = energies.exportMilliWh?.some(
    (energy, at) => !Number.isNaN(energy) && (at === i || monthOf(at) === monthOf(i)),
  )
  return {
    taken: energies.importMilliWh[i]!,
    fedIn: isRead ? energies.exportMilliWh![i]! : null,
  }
}

function offerOf(member: SharingMember, startMs: number): bigint | null {
  const { taken, fedIn } = readingsAt(member, startMs)
  const isNetted = member.netting === 'new' || member.role === 'both'
  if (fedIn === null || Number.isNaN(fedIn) || (isNetted && Number.isNaN(taken))) return null
  const surplus = isNetted ? Math.max(0, fedIn - taken) : fedIn
  return (BigInt(surplus) * millionths(member.role === 'producer' ? '1' : member.sharedShare)) / 1_000_000n
}

function needOf(member: SharingMember, startMs: number): bigint | null {
  const { taken, fedIn } = readingsAt(member, startMs)
  const need = fedIn === null ? taken : taken - fedIn
  return Number.isNaN(need) ? null : BigInt(Math.max(0, need))
}
