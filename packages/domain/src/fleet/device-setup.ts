/** The names of settings that a person types; texts `controllers.setting.<name>`. */
export const settingNames = [
  'mqtt_host',
  'mqtt_port',
  'mqtt_address',
  'mqtt_user',
  'mqtt_password',
  'mqtt_client_id',
  'mqtt_topic',
  'mqtt_tls',
  'web_socket_address',
  'api_key',
  'http_address',
  'token',
  'charge_point_id',
  'password',
] as const
export type SettingName = (typeof settingNames)[number]

/** What a person does; texts `controllers.step.<name>`. */
export const setupSteps = [
  'open_device_page',
  'open_app',
  'enable_mqtt',
  'enable_web_socket',
  'open_configuration_file',
  'paste_snippet',
  'enter_values',
  'save_and_restart',
  'run_command',
  'or_run_command',
  'ask_installer',
  'one_backend_only',
  'choose_meaning',
] as const
export type SetupStep = (typeof setupSteps)[number]

/**
 * How far an adapter is proven: with a real device, with an unmodified program of others, with recorded messages, or by
 * nothing but the published protocol.
 */
export const proofs = ['device', 'client', 'messages', 'protocol'] as const
export type Proof = (typeof proofs)[number]

/** What the devices of an adapter are; texts `controllers.group.<name>`. */
export const deviceGroups = [
  'meter',
  'plug',
  'charger',
  'inverter',
  'manager',
  'automation',
  'anything',
] as const
export type DeviceGroup = (typeof deviceGroups)[number]
