/** Values of each series, a minute apart, in promtool's notation. Null takes a series of the healthy world away. */
export type Series = Record<string, string>

/** A world in which no alert has a reason, for seven hours. */
export const healthy: Series = {
  'up{job="ohmstead",instance="a"}': '1x420',
  ohmstead_ready: '1x420',
  'ohmstead_http_request_seconds_count{route="/api/auth/user",status="200"}': '0+600x420',
  'ohmstead_http_request_seconds_count{route="/api/auth/user",status="503"}': '0+1x420',
  'ohmstead_http_request_seconds_bucket{route="/api/auth/user",status="200",le="0.1"}': '0+590x420',
  'ohmstead_http_request_seconds_bucket{route="/api/auth/user",status="200",le="3"}': '0+600x420',
  'ohmstead_http_request_seconds_bucket{route="/api/auth/user",status="200",le="+Inf"}': '0+600x420',
  'ohmstead_ingest_samples_total{source="embedded",kind="data"}': '0+6000x420',
  'ohmstead_ingest_messages_total{source="embedded",kind="data",outcome="stored"}': '0+6000x420',
  'ohmstead_link_waiting_messages{lane="0"}': '12x420',
  'ohmstead_link_refused_total{reason="malformed"}': '0+3x420',
  'ohmstead_controllers{state="connected"}': '980x420',
  'ohmstead_controllers{state="late"}': '20x420',
  'ohmstead_broker_connected{broker="external"}': '1x420',
  'ohmstead_database_waiting{pool="page"}': '0 0 4 0 0 2 0 0 0 0 0x400',
  'ohmstead_database_waiting{pool="watch"}': '1x420',
  'ohmstead_jobs_finished_total{kind="account_export",outcome="failed"}': '1x420',
  'ohmstead_upkeep_success_timestamp_seconds{chore="old_rows"}': '0x420',
  'ohmstead_upkeep_failures_total{chore="old_rows"}': '0x420',
  ohmstead_mail_queue_oldest_timestamp_seconds: '0+60x420',
  'ohmstead_mails_total{outcome="failed"}': '0x60 1x360',
  ohmstead_data_directory_free_bytes: '500000000000-1000000x420',
  ohmstead_data_directory_size_bytes: '1000000000000x420',
  'ohmstead_partitions_end_timestamp_seconds{table="sample"}': '8000000x420',
  ohmstead_figures_timestamp_seconds: '0+60x420',
  'ohmstead_sign_ins_total{way="password",outcome="failed"}': '0+2x420',
  ohmstead_spot_late_zones: '0x60 1x60 0x300',
  ohmstead_nodejs_eventloop_lag_p99_seconds: '0.02x420',
  'ohmstead_broker_node_reachable{node="broker-1:8883"}': '1x420',
  'ohmstead_broker_node_reachable{node="broker-2:8883"}': '1x60 0x1 1x358',
  'ohmstead_broker_accounts_missing{broker="external"}': '0x420',
  'ohmstead_broker_accounts_manageable{broker="external"}': '1x420',
  'probe_ssl_earliest_cert_expiry{job="ohmstead-https",instance="https://cloud.example"}': '5000000x420',
}

/** For each alert what has to happen, and after how many minutes it is seen. */
export const alertCases: readonly {
  alert: string
  series: Record<string, string | null>
  minutes: number
}[] = [
  { alert: 'OhmsteadProcessDown', series: { 'up{job="ohmstead",instance="a"}': '1x5 0x20' }, minutes: 10 },
  { alert: 'OhmsteadNotReady', series: { ohmstead_ready: '1x5 0x20' }, minutes: 10 },
  {
    alert: 'OhmsteadErrors',
    series: { 'ohmstead_http_request_seconds_count{route="/api/auth/user",status="503"}': '0+30x60' },
    minutes: 20,
  },
  {
    alert: 'OhmsteadSlowAnswers',
    series: {
      'ohmstead_http_request_seconds_bucket{route="/api/auth/user",status="200",le="0.1"}': '0+300x60',
    },
    minutes: 30,
  },
  {
    alert: 'OhmsteadIngestStopped',
    series: { 'ohmstead_ingest_samples_total{source="embedded",kind="data"}': '5000x60' },
    minutes: 30,
  },
  {
    alert: 'OhmsteadIngestBehind',
    series: { 'ohmstead_link_waiting_messages{lane="0"}': '9000x60' },
    minutes: 10,
  },
  {
    alert: 'OhmsteadRefusals',
    series: { 'ohmstead_link_refused_total{reason="malformed"}': '0+900x60' },
    minutes: 40,
  },
  {
    alert: 'OhmsteadControllersLate',
    series: { 'ohmstead_controllers{state="late"}': '200x60' },
    minutes: 20,
  },
  {
    alert: 'OhmsteadBrokerAway',
    series: { 'ohmstead_broker_connected{broker="external"}': '0x60' },
    minutes: 5,
  },
  {
    alert: 'OhmsteadPoolExhausted',
    series: { 'ohmstead_database_waiting{pool="page"}': '7x60' },
    minutes: 10,
  },
  {
    alert: 'OhmsteadJobsFailing',
    series: { 'ohmstead_jobs_finished_total{kind="account_export",outcome="failed"}': '0x10 0+1x60' },
    minutes: 20,
  },
  {
    alert: 'OhmsteadUpkeepStopped',
    series: { 'ohmstead_upkeep_failures_total{chore="old_rows"}': '0+1x60' },
    minutes: 30,
  },
  {
    alert: 'OhmsteadMailStuck',
    series: { ohmstead_mail_queue_oldest_timestamp_seconds: '0x120' },
    minutes: 70,
  },
  {
    alert: 'OhmsteadMailsFailing',
    series: { 'ohmstead_mails_total{outcome="failed"}': '0+1x60' },
    minutes: 30,
  },
  {
    alert: 'OhmsteadDiskFillsUp',
    series: { ohmstead_data_directory_free_bytes: '500000000000-200000000x420' },
    minutes: 120,
  },
  {
    alert: 'OhmsteadDiskFull',
    series: { ohmstead_data_directory_free_bytes: '20000000000x60' },
    minutes: 10,
  },
  {
    alert: 'OhmsteadPartitionMissing',
    series: { 'ohmstead_partitions_end_timestamp_seconds{table="sample"}': '2000000x120' },
    minutes: 90,
  },
  { alert: 'OhmsteadFiguresMissing', series: { ohmstead_figures_timestamp_seconds: null }, minutes: 20 },
  {
    alert: 'OhmsteadSignInsFailing',
    series: { 'ohmstead_sign_ins_total{way="password",outcome="failed"}': '0+200x60' },
    minutes: 30,
  },
  {
    alert: 'OhmsteadBrokerNodeAway',
    series: { 'ohmstead_broker_node_reachable{node="broker-2:8883"}': '1x5 0x20' },
    minutes: 10,
  },
  {
    alert: 'OhmsteadBrokerAccounts',
    series: { 'ohmstead_broker_accounts_missing{broker="external"}': '3x60' },
    minutes: 30,
  },
  { alert: 'OhmsteadSpotPricesLate', series: { ohmstead_spot_late_zones: '2x200' }, minutes: 150 },
  {
    alert: 'OhmsteadEventLoopBusy',
    series: { ohmstead_nodejs_eventloop_lag_p99_seconds: '0.9x60' },
    minutes: 20,
  },
  {
    alert: 'OhmsteadCertificateEnds',
    series: {
      'probe_ssl_earliest_cert_expiry{job="ohmstead-https",instance="https://cloud.example"}': '600000x120',
    },
    minutes: 90,
  },
]
