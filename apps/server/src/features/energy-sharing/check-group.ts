import {
  checkFee,
  checkShare,
  checkSharedShare,
  checkSharePrice,
} from '@ohmstead/domain/sharing/check-shares'
import { sumsToOne } from '@ohmstead/domain/sharing/find-sharing-problems'
import { isReceiving, type SharingKey, type SharingScheme } from '@ohmstead/domain/sharing/sharing-terms'
import { AppError } from '../../platform/app-error.ts'
import type { GroupContent } from './group-queries.ts'
import type { MemberContent, MemberRow } from './member-queries.ts'

export type WrittenKey =
  | { kind: 'static'; shares: { memberId: number; share: string }[] }
  | { kind: 'byUse' }
  | { kind: 'optimal' }

export function checkGroup(scheme: SharingScheme, content: GroupContent): void {
  const { organiser, priceTerms, communityCase } = content
  refuse({
    'organiser.senderFeePerMonth': checkFee(organiser.senderFeePerMonth),
    'organiser.receiverFeePerMonth': checkFee(organiser.receiverFeePerMonth),
    'priceTerms.perKwh': checkSharePrice(priceTerms),
    communityCase: scheme === 'sharing' && communityCase !== null ? 'regex' : null,
  })
}

export function checkMember(scheme: SharingScheme, { role, sharedShare }: MemberContent): void {
  refuse({
    role: isOfScheme(scheme, role) ? null : 'regex',
    sharedShare: checkSharedShare(role, sharedShare),
  })
}

/** The key as it is stored; shares must be those of members who receive, and sum to exactly 1. */
export function checkKey(written: WrittenKey, members: readonly MemberRow[]): SharingKey {
  if (written.kind !== 'static') return written
  const receiving = new Set(
    members.filter((member) => member.state === 'active' && isReceiving(member)).map(({ id }) => id),
  )
  const { shares } = written
  const fields: Record<string, string | null> = {}
  for (const [at, { memberId, share }] of shares.entries()) {
    fields[`key.shares.${at}.share`] = checkShare(share)
    if (!receiving.has(memberId)) fields[`key.shares.${at}.memberId`] = 'regex'
  }
  if (new Set(shares.map(({ memberId }) => memberId)).size < shares.length) fields['key.shares'] = 'regex'
  refuse(fields)
  if (!sumsToOne(shares.map(({ share }) => share))) refuse({ 'key.shares': 'shares_sum' })
  return {
    kind: 'static',
    shares: Object.fromEntries(shares.map(({ memberId, share }) => [String(memberId), share])),
  }
}

/** Self-supply knows the common plant and those who receive; sharing has no common plant. */
const isOfScheme = (scheme: SharingScheme, role: MemberContent['role']) =>
  scheme === 'sharing' ? role !== 'producer' : role === 'producer' || role === 'receiver'

function refuse(rules: Record<string, string | null>): void {
  const fields = Object.fromEntries(
    Object.entries(rules).flatMap(([name, rule]) => (rule ? [[name, rule]] : [])),
  )
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
}
