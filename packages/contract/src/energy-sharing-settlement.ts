import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  intervalsView,
  simulationView,
  statementDetailView,
  statementsView,
} from './energy-sharing-results.ts'
import { calendarMonth, writtenKey } from './energy-sharing-terms.ts'
import { mediaTypes } from './media-types.ts'
import { id, instant, interfaceLocale } from './wire.ts'

const groupId = z.object({ sharingGroupId: id })
const statementId = groupId.extend({ statementId: id })
const simulationId = groupId.extend({ simulationId: id })
const simulation = z.object({ simulation: simulationView })
const months = { from: calendarMonth, to: calendarMonth }

/** What a group’s key gives its members: simulated, by the quarter-hour, and as monthly statements. */
export const sharingSettlementEndpoints = {
  simulate: endpoint({
    method: 'POST',
    path: '/sharing-groups/:sharingGroupId/simulations',
    summary: 'Starts to work out what past months would have brought each member, under every kind of key.',
    permission: 'role.basic',
    params: groupId,
    cost: 100,
    body: z
      .object({
        ...months,
        /** Shares of a static key to try; by default those of the group’s newest static key, else equal ones. */
        key: writtenKey.nullable().default(null),
        /** Also looks for the key, price and members that serve all best. */
        withAdvice: z.boolean().default(true),
      })
      .refine(({ from, to }) => from <= to, { path: ['to'], error: 'range_reversed' })
      .refine(({ from, to }) => monthsBetween(from, to) <= 12, { path: ['from'], error: 'range_too_long' }),
    answer: simulation,
    errors: ['not_found', 'conflict', 'sharing_incomplete'],
  }),
  simulations: endpoint({
    method: 'GET',
    path: '/sharing-groups/:sharingGroupId/simulations',
    summary: 'Simulations of a group, newest first, without their results.',
    permission: 'signedIn',
    params: groupId,
    cost: 10,
    answer: z.object({ simulations: z.array(simulationView) }),
    errors: ['not_found'],
  }),
  simulation: endpoint({
    method: 'GET',
    path: '/sharing-groups/:sharingGroupId/simulations/:simulationId',
    summary: 'A simulation with its result.',
    permission: 'signedIn',
    params: simulationId,
    cost: 10,
    answer: simulation,
    errors: ['not_found'],
  }),
  intervals: endpoint({
    method: 'GET',
    path: '/sharing-groups/:sharingGroupId/intervals',
    summary:
      'What each member got in every quarter-hour, and what it was worth: of all members up to two days, of one up to 31. A member gets its own rows only.',
    permission: 'signedIn',
    params: groupId,
    cost: 10,
    query: z.object({ from: instant, to: instant, memberId: id.optional() }),
    answer: z.object({ intervals: intervalsView }),
    errors: ['not_found', 'sharing_incomplete'],
  }),
  settle: endpoint({
    method: 'POST',
    path: '/sharing-groups/:sharingGroupId/statements',
    summary:
      'Starts to issue the statements of a month for all members. Issued again, only those that differ are replaced; the old ones stay.',
    permission: 'role.basic',
    params: groupId,
    cost: 100,
    body: z.object({ month: calendarMonth }),
    answer: z.object({ job: z.object({ id: z.number() }) }),
    errors: ['not_found', 'conflict', 'sharing_closed', 'sharing_incomplete'],
  }),
  statements: endpoint({
    method: 'GET',
    path: '/sharing-groups/:sharingGroupId/statements',
    summary: 'Statements of a month or the newest ones of all; a member gets its own only.',
    permission: 'signedIn',
    params: groupId,
    cost: 10,
    query: z.object({ month: calendarMonth.optional() }),
    answer: statementsView,
    errors: ['not_found'],
  }),
  statement: endpoint({
    method: 'GET',
    path: '/sharing-groups/:sharingGroupId/statements/:statementId',
    summary: 'A statement with both of its bills.',
    permission: 'signedIn',
    params: statementId,
    answer: z.object({ statement: statementDetailView }),
    errors: ['not_found'],
  }),
  statementFile: endpoint({
    method: 'GET',
    path: '/sharing-groups/:sharingGroupId/statements/:statementId/file',
    summary: 'A statement as PDF or workbook (XLSX).',
    permission: 'signedIn',
    params: statementId,
    query: z.object({ format: z.enum(['pdf', 'xlsx']).default('pdf'), locale: interfaceLocale.optional() }),
    cost: 100,
    media: [mediaTypes.pdf, mediaTypes.xlsx],
    errors: ['not_found'],
  }),
  settlementFile: endpoint({
    method: 'GET',
    path: '/sharing-groups/:sharingGroupId/settlement-file',
    summary: 'All statements of a month as a workbook (XLSX) that adds up, for an auditor.',
    permission: 'signedIn',
    params: groupId,
    query: z.object({ month: calendarMonth, locale: interfaceLocale.optional() }),
    cost: 100,
    media: [mediaTypes.xlsx],
    errors: ['not_found'],
  }),
}

function monthsBetween(from: string, to: string): number {
  const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
  return count(to) - count(from) + 1
}
