/** Every error code the API can answer with, and its HTTP status. The web shows `errors.<code>`. */
export const errorStatus = {
  invalid_request: 400,
  csv_changed: 400,
  csv_empty: 400,
  csv_not_quarter_hours: 400,
  csv_several_points: 400,
  csv_unreadable: 400,
  csv_unknown_columns: 400,
  controller_data_invalid: 400,
  current_password_wrong: 400,
  image_refused: 400,
  invalid_code: 400,
  location_data_invalid: 400,
  passkey_refused: 400,
  portal_token_rejected: 400,
  portal_token_unreadable: 400,
  portal_unknown_point: 400,
  password_like_yourself: 400,
  password_too_common: 400,
  setup_code_wrong: 400,
  token_missing: 400,
  invalid_credentials: 401,
  not_signed_in: 401,
  second_factor_required: 401,
  cross_site_request: 403,
  demo_not_public: 403,
  email_not_verified: 403,
  invite_other_address: 403,
  not_allowed: 403,
  not_in_person: 403,
  second_factor_locked: 403,
  second_factor_needed: 403,
  sign_in_again: 403,
  not_found: 404,
  serial_not_found: 404,
  conflict: 409,
  controller_already_linked: 409,
  controller_linked_by_you: 409,
  controller_offline: 409,
  country_required: 409,
  credential_exists: 409,
  device_exists: 409,
  domain_reserved: 409,
  edited_meanwhile: 409,
  address_has_account: 409,
  block_in_use: 409,
  domain_taken: 409,
  group_not_empty: 409,
  identifier_taken: 409,
  in_another_group: 409,
  invite_closed: 409,
  invite_has_access: 409,
  invite_pending: 409,
  last_way_in: 409,
  library_read_only: 409,
  location_has_controllers: 409,
  metering_point_joined: 409,
  no_metering_points: 409,
  no_readings: 409,
  network_tariff_in_use: 409,
  not_impersonating: 409,
  owner_stays: 409,
  plan_entries_overlap: 409,
  plan_entry_outside_list: 409,
  price_list_active: 409,
  price_list_days_used: 409,
  price_list_in_use: 409,
  rate_plan_in_use: 409,
  season_required: 409,
  second_factor_active: 409,
  second_factor_inactive: 409,
  setup_closed: 409,
  sharing_agreed: 409,
  sharing_closed: 409,
  sharing_incomplete: 409,
  sharing_settled: 409,
  slots_overlap: 409,
  time_plan_in_use: 409,
  second_factor_unreadable: 409,
  super_admin_stays: 409,
  token_used: 409,
  too_many_controllers: 409,
  too_many_credentials: 409,
  too_many_groups: 409,
  too_many_keys: 409,
  too_many_members: 409,
  too_many_investments: 409,
  too_many_points: 409,
  too_many_price_lists: 409,
  too_many_rate_plans: 409,
  yearly_netting_receives: 409,
  step_expired: 410,
  token_expired: 410,
  payload_too_large: 413,
  too_many_attempts: 429,
  too_many_requests: 429,
  unexpected: 500,
  portal_answer_wrong: 502,
  portal_unavailable: 502,
  provider_unavailable: 502,
  portal_busy: 503,
  server_busy: 503,
  weather_unavailable: 502,
  unavailable: 503,
  weather_busy: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** A cell of a file: its row, with the head as row 1, and the name of its column. */
export interface FilePlace {
  row: number
  column: string
}

/**
 * The body of every failed answer. `fields` names wrong inputs: path → rule key of the shared form rules; `place` is the
 * first unreadable cell of a file, `days` are the local days in the way, inclusive and without an end if `to` is null.
 */
export interface ErrorBody {
  error: {
    code: ErrorCode
    fields?: Record<string, string>
    retryAfterSeconds?: number
    place?: FilePlace
    days?: { from: string; to: string | null }[]
  }
}
