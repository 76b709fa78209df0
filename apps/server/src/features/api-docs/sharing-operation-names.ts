import type { Api } from '@ohmstead/contract/all-endpoints'

/** Calls about energy sharing: the same as in `operation-names.ts`, which contains them. */
export const sharingOperationNames = {
  'GET /sharing-groups': ['listSharingGroups', 'Sharing groups'],
  'POST /sharing-groups': ['createSharingGroup', 'Create a sharing group'],
  'GET /sharing-groups/:sharingGroupId': ['getSharingGroup', 'A sharing group'],
  'PUT /sharing-groups/:sharingGroupId': ['updateSharingGroup', 'Change a sharing group'],
  'DELETE /sharing-groups/:sharingGroupId': ['deleteSharingGroup', 'Delete a sharing group'],
  'POST /sharing-groups/:sharingGroupId/members': ['addSharingMember', 'Add or invite a member'],
  'PUT /sharing-groups/:sharingGroupId/members/:memberId': ['updateSharingMember', 'Change a member'],
  'POST /sharing-groups/:sharingGroupId/members/:memberId/resend': [
    'resendSharingInvitation',
    'Send an invitation again',
  ],
  'DELETE /sharing-groups/:sharingGroupId/members/:memberId': ['removeSharingMember', 'End a membership'],
  'PUT /sharing-groups/:sharingGroupId/key': ['setSharingKey', 'Set the key'],
  'POST /sharing-invitations/read': ['readSharingInvitation', 'What an invitation is about'],
  'POST /sharing-invitations/accept': ['acceptSharingInvitation', 'Accept an invitation'],
  'POST /sharing-invitations/decline': ['declineSharingInvitation', 'Decline an invitation'],
  'POST /sharing-groups/:sharingGroupId/simulations': ['simulateSharing', 'Simulate past months'],
  'GET /sharing-groups/:sharingGroupId/simulations': ['listSharingSimulations', 'Simulations'],
  'GET /sharing-groups/:sharingGroupId/simulations/:simulationId': ['getSharingSimulation', 'A simulation'],
  'GET /sharing-groups/:sharingGroupId/intervals': ['getSharingIntervals', 'Sharing by the quarter-hour'],
  'POST /sharing-groups/:sharingGroupId/statements': [
    'issueSharingStatements',
    'Issue the statements of a month',
  ],
  'GET /sharing-groups/:sharingGroupId/statements': ['listSharingStatements', 'Statements'],
  'GET /sharing-groups/:sharingGroupId/statements/:statementId': ['getSharingStatement', 'A statement'],
  'GET /sharing-groups/:sharingGroupId/statements/:statementId/file': [
    'getSharingStatementFile',
    'A statement as a file',
  ],
  'GET /sharing-groups/:sharingGroupId/settlement-file': [
    'getSharingSettlementFile',
    'A settled month as a workbook',
  ],
} as const satisfies Partial<Record<keyof Api, readonly [id: string, title: string]>>
