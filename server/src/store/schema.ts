import type {
  OneTimeValuesTable,
  SavedViewsTable,
  SessionsTable,
  ShareLinksTable,
  TokensTable,
  UsersTable,
} from './schema/accounts.ts'
import type {
  AbilitiesTable,
  ChannelAttemptsTable,
  ChannelKeysTable,
  ChannelsTable,
  CoolingTable,
  DeletedChannelsTable,
  StickyFiguresTable,
} from './schema/channels.ts'
import type { CostHoursTable, PriceChangesTable } from './schema/costs.ts'
import type { ImportsTable, OpeningFiguresTable } from './schema/imports.ts'
import type { LiveCallsTable, LiveCancelsTable } from './schema/live.ts'
import type { LogsTable } from './schema/logs.ts'
import type {
  GroupLimitsTable,
  HoldsTable,
  LedgerTable,
  LimitCountersTable,
  PaymentNoticesTable,
  RedemptionsTable,
  TopUpsTable,
} from './schema/money.ts'
import type { LedgerMarksTable, QuotaWarningsTable, SeenIdentitiesTable } from './schema/notifications.ts'
import type {
  AuditChangesTable,
  AuditTable,
  LeasesTable,
  OptionsTable,
  RevisionTable,
  RunsTable,
  SchemaMigrationsTable,
  UndoneActsTable,
} from './schema/operation.ts'
import type { GroupRecordsTable, PromptRecordsTable } from './schema/records.ts'
import type {
  OidcProvidersTable,
  PasskeysTable,
  RecoveryCodesTable,
  TotpSecretsTable,
  UserIdentitiesTable,
} from './schema/sign-in.ts'
import type { TasksTable } from './schema/tasks.ts'
import type { QuotaDataTable, UsageHoursFillTable, UsageHoursTable, UsageModelHoursTable } from './schema/usage.ts'
import type { VirtualModelsTable } from './schema/virtual-models.ts'

/** Every table, as the migrations create it. Columns have their wire names; amounts and times are whole numbers. */
export interface Database {
  users: UsersTable
  sessions: SessionsTable
  one_time_values: OneTimeValuesTable
  totp_secrets: TotpSecretsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  oidc_providers: OidcProvidersTable
  user_identities: UserIdentitiesTable
  tokens: TokensTable
  share_links: ShareLinksTable
  saved_views: SavedViewsTable
  channels: ChannelsTable
  abilities: AbilitiesTable
  deleted_channels: DeletedChannelsTable
  channel_attempts: ChannelAttemptsTable
  channel_keys: ChannelKeysTable
  cooling: CoolingTable
  sticky_figures: StickyFiguresTable
  ledger: LedgerTable
  holds: HoldsTable
  limit_counters: LimitCountersTable
  group_limits: GroupLimitsTable
  redemptions: RedemptionsTable
  top_ups: TopUpsTable
  payment_notices: PaymentNoticesTable
  tasks: TasksTable
  quota_data: QuotaDataTable
  usage_hours: UsageHoursTable
  /** `hour` is the first one of a day. */
  usage_days: UsageHoursTable
  usage_model_hours: UsageModelHoursTable
  usage_hours_fill: UsageHoursFillTable
  cost_hours: CostHoursTable
  price_changes: PriceChangesTable
  options: OptionsTable
  revision: RevisionTable
  leases: LeasesTable
  runs: RunsTable
  audit: AuditTable
  audit_changes: AuditChangesTable
  undone_acts: UndoneActsTable
  seen_identities: SeenIdentitiesTable
  quota_warnings: QuotaWarningsTable
  ledger_marks: LedgerMarksTable
  live_calls: LiveCallsTable
  live_cancels: LiveCancelsTable
  virtual_models: VirtualModelsTable
  logs: LogsTable
  imports: ImportsTable
  opening_figures: OpeningFiguresTable
  group_records: GroupRecordsTable
  prompt_records: PromptRecordsTable
  schema_migrations: SchemaMigrationsTable
}
