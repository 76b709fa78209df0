import { expect, test } from 'vitest'
import { judgeSharing } from './offer-sharing.ts'

const unknown = { communityAllowed: null, sharingSenderAllowed: null }

test.each([
  [
    'who shares nothing may take any offer',
    { communityAllowed: false, sharingSenderAllowed: false },
    [false, false],
    [],
    [],
  ],
  ['a member of a community', { ...unknown, communityAllowed: false }, [true, false], ['noCommunity'], []],
  ['who gives surplus away', { ...unknown, sharingSenderAllowed: false }, [false, true], ['noSharing'], []],
  [
    'what is not published stays a question',
    unknown,
    [true, true],
    [],
    ['communityAllowed', 'sharingAllowed'],
  ],
  ['an offer for both', { communityAllowed: true, sharingSenderAllowed: true }, [true, true], [], []],
] as const)('%s', (_, terms, [isInCommunity, isSharing], unsuitable, open) => {
  expect(judgeSharing(terms, { isInCommunity, isSharing })).toEqual({ unsuitable, open })
})
