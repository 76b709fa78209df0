import type { AlarmLine } from './alarm-lines.ts'

/** The content of each kind of mail, by the names its texts use. `name` is the recipient's first name, maybe empty. */
export interface MailValues {
  /** From the operator to themselves; `address` is the sender. */
  test: { name: string; address: string }
  // No name: whoever registers chooses it, and the address may be somebody else's.
  verification: { url: string; hours: number }
  already_registered: { url: string }
  password_reset: { name: string; url: string; hours: number }
  password_changed: { name: string; time: number; url: string }
  sign_in_changed: { name: string; change: SignInChange; time: number; url: string }
  /** Somebody past the first step has tried codes; `url` is where a password is set. */
  wrong_codes: { name: string; time: number; url: string }
  new_sign_in: { name: string; device: string; address: string; time: number; url: string }
  /** `inviter` and `location` are names; `url` opens the invitation. */
  invitation: { inviter: string; location: string; url: string; days: number }
  /** The same to a sharing group. */
  sharing_invitation: { inviter: string; group: string; url: string; days: number }
  /** To support: the super admin `person` with the address `account` cannot delete it themselves. */
  manual_deletion: { name: string; person: string; account: string }
  /** `time` is when the account is deleted; signing in at `url` before keeps it. */
  account_deletion: { name: string; time: number; url: string }
  /**
   * `time` is when the location is deleted, written as a day in its `zone`; at `url` its owner restores it. `by` is who
   * deleted it.
   */
  location_deletion: {
    name: string
    location: string
    time: number
    zone: string
    by: 'owner' | 'other'
    url: string
  }
  location_restored: { name: string; location: string; url: string }
  /** To the owner of the location, if somebody else removed a controller there. */
  controller_removed: { name: string; location: string; controller: string; time: number; url: string }
  /** The same if somebody else gave a controller new credentials, which invalidate the old ones. */
  controller_renewed: { name: string; location: string; controller: string; time: number; url: string }
  /** To people who run a company. `record` should be a TXT record with `value`; `time` is when the host name is removed. */
  domain_record_missing: { name: string; domain: string; record: string; value: string; time: number }
  domain_withdrawn: { name: string; domain: string }
  location_access_removed: { name: string; location: string }
  location_owner_given: { name: string; location: string; url: string }
  location_owner_taken: { name: string; location: string; keeps: 'yes' | 'no' }
  /** To the new address: proves that it is theirs. */
  change_email: { name: string; url: string; hours: number }
  /** To the old one: that it was requested, and that it has happened. `url` is where a password is set. */
  email_change_requested: { name: string; time: number; url: string }
  email_changed: { name: string; time: number }
  /** Of one alarm that began or is over, or of several at once: `open` began and `over` are over. */
  alarms: {
    name: string
    state: 'raised' | 'over' | 'many'
    open: number
    over: number
    lines: readonly AlarmLine[]
    url: string
  }
  /** To an address with an account, which somebody else requested for theirs. */
  email_taken: { url: string }
}

export type MailKind = keyof MailValues

export type SignInChange =
  | 'totp_on'
  | 'totp_off'
  | 'codes_renewed'
  | 'code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkeys_removed'
  | 'provider_linked'
  | 'provider_unlinked'
